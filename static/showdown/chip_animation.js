// Slide chips from the pots to their winners, once for each ruling, unless reduced motion is set.

const DURATION = 250; // milliseconds
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let lastRuling = "";

const centerOf = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

function slideChip(pot, plate) {
  const chip = document.createElement("span");
  chip.className = "chip sliding";
  document.body.append(chip);
  const [from, to] = [centerOf(pot), centerOf(plate)].map(([x, y]) => `translate(${x}px, ${y}px)`);
  chip.animate([{ transform: from }, { transform: to }], { duration: DURATION, easing: "ease-in-out" })
    .finished.finally(() => chip.remove());
}

export function slideChips() {
  const pots = [...document.querySelectorAll("[data-pot]")];
  const plates = [...document.querySelectorAll('.seat[data-state="wins"] .plate')];
  const ruling = `${location.search}${pots.map((pot) => pot.textContent).join()}`;
  if (!pots.length || ruling === lastRuling) return;
  lastRuling = ruling;
  if (reducedMotion.matches) return;
  for (const plate of plates) for (const pot of pots) slideChip(pot, plate);
}
