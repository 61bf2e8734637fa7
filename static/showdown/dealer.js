// The dealer button, moved to another seat by dragging or tapping.

import { drag } from "./dragging.js";
import { form } from "./felt.js";

function seatNear(x, y) {
  const middles = [...form.querySelectorAll(".seat")].map((seat) => {
    const box = seat.getBoundingClientRect();
    return { seat, far: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) };
  });
  return middles.sort((one, two) => one.far - two.far)[0].seat;
}

drag(form, {
  holds: (event) => event.target.closest?.(".plate .disc:has(:checked)"),
  drop(disc, x, y) {
    const chosen = seatNear(x, y).querySelector(".disc input");
    if (chosen.checked) return;
    chosen.checked = true;
    chosen.dispatchEvent(new Event("input", { bubbles: true }));
  },
});
