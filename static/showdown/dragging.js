// Drag elements by mouse, pen or finger.

const NEAR = 6; // pixels: less is a tap

// A drag ends with a click, which must not act as a tap.
function ignoreClick() {
  const ignore = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
}

// `holds` returns the element that an event starts to drag, or undefined. `over` receives the position
// of the pointer, `drop` the element and the position, and `end` is called after every drag.
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
