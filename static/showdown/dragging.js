// Drag elements by mouse, pen or finger.

const MIN_DISTANCE = 6; // pixels; a shorter drag is a tap

// A drag ends with a click, which must not act as a tap.
function ignoreClick() {
  const ignore = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
}

// `findDragged` returns the element that an event starts to drag, or undefined. `onMove` receives the
// position of the pointer, `onDrop` the element and the position, and `onEnd` is called after every drag.
export function drag(root, { findDragged, onMove = () => {}, onDrop, onEnd = () => {} }) {
  let currentDrag = null;

  function stopDragging() {
    currentDrag.element.style.translate = "";
    currentDrag.element.classList.remove("dragging");
    currentDrag = null;
    onEnd();
  }

  root.addEventListener("pointerdown", (event) => {
    const element = currentDrag ? null : findDragged(event);
    if (!element) return;
    currentDrag = { element, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== currentDrag?.pointer) return;
    const [x, y] = [event.clientX - currentDrag.x, event.clientY - currentDrag.y];
    currentDrag.element.style.translate = `${x}px ${y}px`;
    if (Math.hypot(x, y) < MIN_DISTANCE) return;
    currentDrag.element.classList.add("dragging");
    onMove(event.clientX, event.clientY);
  });
  root.addEventListener("pointerup", (event) => {
    if (event.pointerId !== currentDrag?.pointer) return;
    const { element, x, y } = currentDrag;
    stopDragging();
    if (Math.hypot(event.clientX - x, event.clientY - y) < MIN_DISTANCE) return;
    ignoreClick();
    onDrop(element, event.clientX, event.clientY);
  });
  root.addEventListener("pointercancel", (event) => {
    if (event.pointerId === currentDrag?.pointer) stopDragging();
  });
}
