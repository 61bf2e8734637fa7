// While a plate, a pot or a heading of Why is touched, hovered or focused, highlight its cards on the
// felt. A press on a pot or a heading keeps the cards highlighted and scrolls to the felt.

const PRESSABLE = "[data-highlights]:not(.tag-text)";
let pressed = null; // the pot or heading that was pressed
let active = null; // the element that is touched, hovered or focused

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
  pressed?.setAttribute("aria-pressed", "false");
  pressed = pressed === source ? null : source;
  pressed?.setAttribute("aria-pressed", "true");
  highlight(pressed);
  if (pressed) document.querySelector(".rail").scrollIntoView({ block: "nearest" });
}

function makePressable() {
  for (const source of document.querySelectorAll(PRESSABLE)) {
    source.tabIndex = 0;
    source.role = "button";
    source.ariaPressed ??= "false";
  }
  if (!pressed?.isConnected) pressed = null;
  if (!active?.isConnected) active = null;
  highlight(sourceOf(active) ?? pressed);
}

for (const [startEvent, endEvent] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(startEvent, ({ target }) => {
    if (!sourceOf(target)) return;
    active = target;
    highlight(sourceOf(active));
  });
  document.addEventListener(endEvent, ({ target }) => {
    if (!sourceOf(target)) return;
    active = null;
    highlight(pressed);
  });
}
document.addEventListener("click", ({ target }) => {
  const source = target.closest(PRESSABLE);
  if (source) togglePressed(source);
  else if (pressed && !target.closest(".felt, .result")) togglePressed(pressed);
});
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.(PRESSABLE) || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  togglePressed(event.target);
});
document.addEventListener("part", makePressable);
makePressable();
