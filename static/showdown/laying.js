// Another table: another game, more or fewer players, another deal. The server lays it.

import { ask, AT_ONCE, request } from "./answers.js";
import { moveOn } from "./changes.js";
import { form, positionOf, show, showAddress, slotAt, slotOf, stage, state } from "./felt.js";
import { putInto, spotOf } from "./spot.js";

const READS = /^read/;
const STEPS = ["fewer", "more"];

let isBeingLaid = false;
const later = []; // what people do meanwhile: it is done on the table that comes

export function onceLaid(action) {
  later.push(action);
  catchUp();
}

function catchUp() {
  while (later.length && !isBeingLaid) later.shift()();
}

// If no other table comes, the one that is there stays.
async function lay(answered) {
  isBeingLaid = true;
  await answered;
  isBeingLaid = false;
  catchUp();
}

let held = null; // what had the focus, and what the change was
export function change(action) {
  held = { keep: action === "clear" ? { next: true } : whatHasFocus(), isNew: true };
  if (READS.test(action)) {
    // A hand history is too long for an address.
    const sent = { source: form, values: { action }, target: "#table", swap: AT_ONCE };
    lay(htmx.ajax("POST", form.getAttribute("action"), sent).catch(() => {}));
    return;
  }
  const query = new URLSearchParams(spotOf(form));
  query.set("action", action);
  lay(request(`${form.getAttribute("action")}?${query}`, stage, "#table"));
}

// Not every game has every setting.
export function set(name, value) {
  const field = form.elements[name];
  if (!field) return;
  field.value = value;
  change("table");
}

function whatHasFocus() {
  const active = document.activeElement;
  if (!form.contains(active)) return null;
  const slot = slotOf(active);
  if (slot) return { slot: positionOf(slot) };
  const step = STEPS.find((name) => name in active.dataset);
  if (step) return { step };
  return active.id ? { id: active.id } : { value: active.value };
}

function giveFocus(keep) {
  if (!keep) return;
  const element = keep.slot || keep.next ? slotAt(keep.slot ?? state.cursor)
    : keep.step ? form.querySelector(`[data-${keep.step}]:not(:disabled)`)
    : keep.id ? document.getElementById(keep.id)
      : keep.value ? form.querySelector(`[data-change][value="${CSS.escape(keep.value)}"]`) : null;
  const closed = element?.closest("details:not([open])")?.querySelector("summary");
  (closed ?? element ?? form.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
}

function tableIsNew() {
  const { keep, isNew } = held ?? {};
  held = null;
  state.half = "";
  state.cursor = null;
  moveOn(null);
  document.getElementById("next-for")?.remove(); // the answer to the table before chose its player
  if (isNew) state.past.add(spotOf(form));
  showAddress();
  show();
  giveFocus(keep);
  ask();
}

function travel(query) {
  if (query === null) return;
  if (!putInto(form, query)) {
    held = { keep: whatHasFocus(), isNew: false };
    lay(request(`${form.getAttribute("action")}?${query}`, stage, "#table"));
    return;
  }
  state.cursor = null;
  moveOn(null);
  showAddress();
  show();
  ask();
}

export const undo = () => onceLaid(() => travel(state.past.undo()));
export const redo = () => onceLaid(() => travel(state.past.redo()));

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target === form) tableIsNew();
});
