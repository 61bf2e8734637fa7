// Drag the dealer button to another seat; the list beside the bets also moves it.

import { drag } from "./dragging.js";

// felt.js imports this module, and hashed names of files allow no circle of imports.
const form = document.querySelector("[data-table]");

function nearestSeat(x, y) {
  const seats = [...form.querySelectorAll(".seat")].map((seat, number) => {
    const box = seat.getBoundingClientRect();
    return { number, distance: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) };
  });
  return seats.sort((a, b) => a.distance - b.distance)[0].number;
}

drag(form, {
  findDragged: (event) => event.target.closest?.(".plate .disc"),
  onDrop(disc, x, y) {
    const { button } = form.elements;
    const chosen = `seat-${nearestSeat(x, y)}`;
    if (button.value === chosen) return;
    button.value = chosen;
    button.dispatchEvent(new Event("input", { bubbles: true }));
  },
});
