// Lights only the cards that win one contest on the felt: high, low, or that of a pot.

export function light(button, form, show) {
  const isLit = button.ariaPressed !== "true";
  for (const other of document.querySelectorAll("[data-light]")) other.ariaPressed = String(isLit && other === button);
  show(); // with all that win anything
  if (!isLit) return;
  const cards = [...button.closest(".why-contest").querySelectorAll(".wins .five [aria-label]")];
  const names = new Set(cards.map((card) => card.ariaLabel));
  for (const slot of form.querySelectorAll("[data-slot]")) slot.classList.toggle("lifted", names.has(slot.title));
}
