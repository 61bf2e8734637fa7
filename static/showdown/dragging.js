// Dragging by mouse, pen or finger: what is held follows the pointer until it is let go.

const NEAR = 6; // pixels: less is a tap

// The end of a drag is a click too, which would do what a tap does.
function ignoreClick() {
  const ignore = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
}

// `holds` gives the element that an event takes hold of, if any; `over` hears where it is, `drop`
// where it is let go, and `end` that it is held no longer.
export function drag(root, { holds, over = () => {}, drop, end = () => {} }) {
  let held = null;

  function letGo() {
    held.element.style.translate = "";
    held.element.classList.remove("dragging");
    held = null;
    end();
  }

  root.addEventListener("pointerdown", (event) => {
    const element = held ? null : holds(event);
    if (!element) return;
    held = { element, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    held.element.style.translate = `${x}px ${y}px`;
    if (Math.hypot(x, y) < NEAR) return;
    held.element.classList.add("dragging");
    over(event.clientX, event.clientY);
  });
  root.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { element, x, y } = held;
    letGo();
    if (Math.hypot(event.clientX - x, event.clientY - y) < NEAR) return;
    ignoreClick();
    drop(element, event.clientX, event.clientY);
  });
  root.addEventListener("pointercancel", (event) => {
    if (event.pointerId === held?.pointer) letGo();
  });
}
