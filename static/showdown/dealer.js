// Drag the dealer button to another seat; the list beside the bets also moves it.

import { drag } from "./dragging.js";
import { form } from "./felt.js";

function seatNear(x, y) {
  const middles = [...form.querySelectorAll(".seat")].map((seat, number) => {
    const box = seat.getBoundingClientRect();
    return { number, far: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) };
  });
  return middles.sort((one, two) => one.far - two.far)[0].number;
}

drag(form, {
  holds: (event) => event.target.closest?.(".plate .disc"),
  drop(disc, x, y) {
    const { button } = form.elements;
    const chosen = `seat-${seatNear(x, y)}`;
    if (button.value === chosen) return;
    button.value = chosen;
    button.dispatchEvent(new Event("input", { bubbles: true }));
  },
});
