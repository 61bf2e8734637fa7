// Request another table from the server: another game, number of players, or deal.

import { requestAnswer } from "./answers.js";
import { advanceCursor } from "./changes.js";
import { cardGroups, drawTable, form, positionOf, slotAt, slotOf, stage, state, updateAddress } from "./felt.js";
import { fetchPart, insertPart } from "./page_parts.js";
import { isFull } from "./slots.js";
import { fillForm, spotOf } from "./spot.js";

const READ_ACTION = /^read/;
const SEAT_ACTION = /^(add|remove-\d+)$/;
const STEPPER_BUTTONS = ["fewer", "more"];
const SETTING_FIELDS = new Set(["game", "players", "runs", "rules"]);
const FIELDS_OUTSIDE_ADDRESS = ["line", "note"];

const narrowWindow = matchMedia("(width < 64rem)"); // the open picker covers the felt

let isReplacing = false;
const queuedActions = []; // actions during the request, to apply to the new table

// Call the action at once, or after the current request for a table.
export function afterReplacement(action) {
  queuedActions.push(action);
  runQueuedActions();
}

function runQueuedActions() {
  while (queuedActions.length && !isReplacing) queuedActions.shift()();
}

// Request a table and show it as `showNewTable` does. If the request fails, keep the current table. The
// focus may have moved during the request.
async function replaceTable(address, update, options) {
  isReplacing = true;
  const retry = () => replaceTable(address, update, options);
  const response = await fetchPart("table", address, { ...options, source: stage, retry });
  if (response) {
    const focused = document.activeElement;
    const focus = focused === document.body || focused.closest(".dock") ? update.focus : describeFocus();
    const { open } = form.querySelector(".more");
    const texts = update.isOtherDeal ? [] : FIELDS_OUTSIDE_ADDRESS.map((name) => [name, form.elements[name].value]);
    insertPart(form, response.html);
    if (open) form.querySelector(".more").open = true;
    for (const [name, text] of texts) form.elements[name].value = text;
    showNewTable({ ...update, focus });
  }
  isReplacing = false;
  runQueuedActions();
}

const isOffline = () => navigator.onLine === false;

// Clear cards and chips, also while offline. Keep the settings, and the names unless they are the
// example's.
function clearTable() {
  const example = form.elements.example;
  example?.remove();
  form.querySelector(".intro")?.remove();
  const keptSpot = new URLSearchParams(
    [...new URLSearchParams(spotOf(form))].filter(([name]) => !example && name.startsWith("label-") || SETTING_FIELDS.has(name)),
  );
  fillForm(form, keptSpot);
  for (const group of form.querySelectorAll(".typing")) group.classList.remove("typing");
  form.elements.line.value = form.elements.note.value = "";
  form.querySelector("#id_line_error").replaceChildren();
  for (const note of form.querySelectorAll("[data-paste] > :not(.paste-line, #id_line_error)")) note.remove();
  showNewTable({ focus: { next: true }, isNew: true });
}

async function changeSeatsOffline(action) {
  const update = { focus: describeFocus(), isNew: true };
  const { changeSeats } = await import("./offline_seats.js");
  if (changeSeats(form, action)) showNewTable(update);
}

// Perform an action, which is the value of a button. Except for clearing the table, and for adding or
// removing players while offline, request the new table from the server.
export function performAction(action) {
  if (action === "clear") return clearTable();
  if (isOffline() && SEAT_ACTION.test(action)) return changeSeatsOffline(action);
  const update = { focus: describeFocus(), isNew: true, isOtherDeal: action === "deal" || READ_ACTION.test(action) };
  if (READ_ACTION.test(action)) {
    // Send a POST request, because a hand history is too long for a URL.
    const body = new FormData(form);
    body.set("action", action);
    replaceTable(form.getAttribute("action"), { ...update, isRead: true }, { method: "POST", body });
    return;
  }
  const query = new URLSearchParams(spotOf(form));
  query.set("action", action);
  replaceTable(`${form.getAttribute("action")}?${query}`, update);
}

export function changeSetting(name, value) {
  const field = form.elements[name];
  if (!field) return; // not all games have all settings
  field.value = value;
  performAction("table");
}

function describeFocus() {
  const active = document.activeElement;
  if (!form.contains(active)) return null;
  const slot = slotOf(active);
  if (slot) return { slot: positionOf(slot) };
  const step = STEPPER_BUTTONS.find((name) => name in active.dataset);
  if (step) return { step };
  return active.id ? { id: active.id } : { value: active.value };
}

function findFocused({ slot, next, step, id, value }) {
  if (slot || next) return slotAt(slot ?? state.cursor);
  if (step) return form.querySelector(`[data-${step}]:not(:disabled)`);
  if (id) return document.getElementById(id);
  return value ? form.querySelector(`[data-change][value="${CSS.escape(value)}"]:not([hidden])`) : null;
}

function restoreFocus(focus, fallback) {
  if (!focus) return;
  const element = findFocused(focus);
  const summary = element?.closest("details:not([open])")?.querySelector("summary");
  (summary ?? element ?? fallback ?? slotAt(state.cursor) ?? form.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
}

const areHandsComplete = (groups) => groups.every((group) => !group.isHand || isFull(group, groups));

// Draw the table that has replaced another table. `focus` describes the element to focus, as
// `describeFocus` does. `isNew` adds an undo step, `isRead` is true after reading a text, and
// `hasAnswer` is true if the answer is already on the page.
function showNewTable({ focus, isNew, isRead, hasAnswer }) {
  state.typedRank = "";
  state.cursor = null;
  // After a text with all hands, or with a question about it, keep the picker closed, so that it
  // covers neither the result nor the question. Focusing a slot would open it.
  const hasQuestion = form.querySelector("[data-paste] .offer");
  const keepsPickerClosed = isRead && narrowWindow.matches && (hasQuestion || areHandsComplete(cardGroups()));
  if (!keepsPickerClosed) advanceCursor(null);
  document.getElementById("next-for")?.remove(); // its player was chosen for the previous table
  const isChanged = isNew && state.undoHistory.add(spotOf(form));
  // Don't show the result of the previous deal beside the deal that was read.
  if (isChanged && isRead) document.getElementById("answer").replaceChildren();
  updateAddress();
  drawTable();
  restoreFocus(focus, keepsPickerClosed ? document.getElementById("answer") : null);
  if (!hasAnswer) requestAnswer();
}

// Show a spot of the undo history.
function showSpot(query) {
  if (query === null) return;
  if (!fillForm(form, query)) {
    const update = { focus: describeFocus(), isNew: false };
    replaceTable(`${form.getAttribute("action")}?${query}`, update);
    return;
  }
  state.cursor = null;
  advanceCursor(null);
  updateAddress();
  drawTable();
  requestAnswer();
}

// If a text was read before saving, the response to Save includes a new table.
form.addEventListener("new-table", () => {
  showNewTable({ isNew: true, isRead: true, hasAnswer: true });
  form.dispatchEvent(new Event("part"));
  form.querySelector("[data-not-saved]")?.scrollIntoView({ block: "nearest", behavior: "instant" });
});

export const undo = () => afterReplacement(() => showSpot(state.undoHistory.undo()));
export const redo = () => afterReplacement(() => showSpot(state.undoHistory.redo()));
