// Highlight on the felt the cards of a plate, a pot or a heading of Why while it is touched,
// hovered or focused. A press on a pot or a heading keeps them highlighted and scrolls to the felt.

const PRESSED = "[data-highlighted]:not(.tag-text)";
let kept = null; // the pot or heading that was pressed
let touched = null; // what is touched, hovered or focused

const sourceOf = (element) => {
  const plate = element?.closest?.(".plate");
  return plate ? plate.closest(".seat").querySelector(".tag-text") : element?.closest?.("[data-highlighted]");
};

function light(source) {
  const cards = new Set(source?.dataset.highlighted?.split(" ").filter(Boolean));
  document.querySelector(".felt")?.classList.toggle("highlighting", cards.size > 0);
  for (const card of document.querySelectorAll(".felt .card")) {
    card.toggleAttribute("data-single", cards.has(card.textContent));
  }
}

function keep(source) {
  kept?.setAttribute("aria-pressed", "false");
  kept = kept === source ? null : source;
  kept?.setAttribute("aria-pressed", "true");
  light(kept);
  if (kept) document.querySelector(".rail").scrollIntoView({ block: "nearest" });
}

function offer() {
  for (const each of document.querySelectorAll(PRESSED)) {
    each.tabIndex = 0;
    each.role = "button";
    each.ariaPressed ??= "false";
  }
  if (!kept?.isConnected) kept = null;
  if (!touched?.isConnected) touched = null;
  light(sourceOf(touched) ?? kept);
}

for (const [begins, ends] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(begins, ({ target }) => {
    if (!sourceOf(target)) return;
    touched = target;
    light(sourceOf(touched));
  });
  document.addEventListener(ends, ({ target }) => {
    if (!sourceOf(target)) return;
    touched = null;
    light(kept);
  });
}
document.addEventListener("click", ({ target }) => {
  const source = target.closest(PRESSED);
  if (source) keep(source);
  else if (kept && !target.closest(".felt, .result")) keep(kept);
});
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.(PRESSED) || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  keep(event.target);
});
document.addEventListener("part", offer);
offer();
