// While a plate, a pot or a heading of Why is touched, hovered or focused, highlight its cards on the
// felt. A press on a pot or a heading keeps the cards highlighted and scrolls to the felt.

const PRESSABLE = "[data-highlights]:not(.tag-text)";
let pressedElement = null; // the pot or heading that was pressed
let activeElement = null; // the element that is touched, hovered or focused

const sourceOf = (element) => {
  const plate = element?.closest?.(".plate");
  return plate ? plate.closest(".seat").querySelector(".tag-text") : element?.closest?.("[data-highlights]");
};

function highlight(source) {
  const cards = new Set(source?.dataset.highlights?.split(" ").filter(Boolean));
  document.querySelector(".felt")?.classList.toggle("highlighting", cards.size > 0);
  for (const card of document.querySelectorAll(".felt .card")) {
    card.toggleAttribute("data-highlighted", cards.has(card.textContent));
  }
}

function togglePressed(source) {
  pressedElement?.setAttribute("aria-pressed", "false");
  pressedElement = pressedElement === source ? null : source;
  pressedElement?.setAttribute("aria-pressed", "true");
  highlight(pressedElement);
  if (pressedElement) document.querySelector(".rail").scrollIntoView({ block: "nearest" });
}

function makePressable() {
  for (const source of document.querySelectorAll(PRESSABLE)) {
    source.tabIndex = 0;
    source.role = "button";
    source.ariaPressed ??= "false";
  }
  if (!pressedElement?.isConnected) pressedElement = null;
  if (!activeElement?.isConnected) activeElement = null;
  highlight(sourceOf(activeElement) ?? pressedElement);
}

for (const [startEvent, endEvent] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(startEvent, ({ target }) => {
    if (!sourceOf(target)) return;
    activeElement = target;
    highlight(sourceOf(target));
  });
  document.addEventListener(endEvent, ({ target }) => {
    if (!sourceOf(target)) return;
    activeElement = null;
    highlight(pressedElement);
  });
}
document.addEventListener("click", ({ target }) => {
  const source = target.closest(PRESSABLE);
  if (source) togglePressed(source);
  else if (pressedElement && !target.closest(".felt, .result")) togglePressed(pressedElement);
});
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.(PRESSABLE) || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  togglePressed(event.target);
});
document.addEventListener("part", makePressable);
makePressable();
