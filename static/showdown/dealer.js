// The dealer button: it is dragged to another seat, or tapped there.

import { form } from "./felt.js";

const NEAR = 6; // pixels: less is a tap

let held = null; // the button that is dragged, and from where

const disc = (event) => event.target.closest?.(".plate .disc:has(:checked)");

function seatNear(x, y) {
  const middles = [...form.querySelectorAll(".seat")].map((seat) => {
    const box = seat.getBoundingClientRect();
    return { seat, far: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) };
  });
  return middles.sort((one, two) => one.far - two.far)[0].seat;
}

// The end of a drag is a click too, which would put the button back.
function ignoreClick() {
  const ignore = (event) => event.preventDefault();
  document.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
}

form.addEventListener("pointerdown", (event) => {
  const dragged = disc(event);
  if (!dragged) return;
  held = { dragged, x: event.clientX, y: event.clientY };
  dragged.setPointerCapture(event.pointerId);
});
form.addEventListener("pointermove", (event) => {
  if (!held) return;
  held.dragged.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
});
form.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { dragged, x, y } = held;
  held = null;
  dragged.style.translate = "";
  if (Math.hypot(event.clientX - x, event.clientY - y) < NEAR) return;
  ignoreClick();
  const chosen = seatNear(event.clientX, event.clientY).querySelector(".disc input");
  if (chosen.checked) return;
  chosen.checked = true;
  chosen.dispatchEvent(new Event("input", { bubbles: true }));
});
form.addEventListener("pointercancel", () => {
  if (held) held.dragged.style.translate = "";
  held = null;
});
