// Drag the dealer button to another seat; the list beside the bets also moves it.

import { drag } from "./dragging.js";

// felt.js imports this module, and modules with hashed file names can't import each other in a circle.
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
    const value = `seat-${nearestSeat(x, y)}`;
    if (button.value === value) return;
    button.value = value;
    button.dispatchEvent(new Event("input", { bubbles: true }));
  },
});
