// Request another table from the server: another game, number of players, or deal.

import { ask } from "./answers.js";
import { moveOn } from "./changes.js";
import { cardGroups, form, positionOf, show, showAddress, slotAt, slotOf, stage, state } from "./felt.js";
import { askFor, put } from "./parts.js";
import { isFull } from "./slots.js";
import { putInto, spotOf } from "./spot.js";

const READS = /^read/;
const CHANGES_SEATS = /^(add|remove-\d+)$/;
const STEPS = ["fewer", "more"];
const STAYS = new Set(["game", "players", "runs", "rules"]);
const NOT_IN_ADDRESS = ["line", "note"];

const coversFelt = matchMedia("(width < 64rem)"); // whether the open picker covers the felt

let isReplacing = false;
const later = []; // actions during the request, applied to the new table

export function onceReplaced(action) {
  later.push(action);
  catchUp();
}

function catchUp() {
  while (later.length && !isReplacing) later.shift()();
}

// If the request fails, keep the present table. The focus may have moved on during the request.
async function replaceTable(address, held, options) {
  isReplacing = true;
  const again = () => replaceTable(address, held, options);
  const came = await askFor("table", address, { ...options, source: stage, again });
  if (came) {
    const focused = document.activeElement;
    const keep = focused === document.body || focused.closest(".dock") ? held.keep : whatHasFocus();
    const { open } = form.querySelector(".more");
    const texts = held.isOtherDeal ? [] : NOT_IN_ADDRESS.map((name) => [name, form.elements[name].value]);
    put(form, came.html);
    if (open) form.querySelector(".more").open = true;
    for (const [name, text] of texts) form.elements[name].value = text;
    tableIsNew({ ...held, keep });
  }
  isReplacing = false;
  catchUp();
}

const isOffline = () => navigator.onLine === false;

// Clear cards and chips, and keep names and rules. This works offline.
function clearTable() {
  const hadExample = form.elements.example;
  hadExample?.remove();
  form.querySelector(".intro")?.remove();
  const kept = new URLSearchParams(
    [...new URLSearchParams(spotOf(form))].filter(([name]) => !hadExample && name.startsWith("label-") || STAYS.has(name)),
  );
  putInto(form, kept);
  for (const group of form.querySelectorAll(".typing")) group.classList.remove("typing");
  form.elements.line.value = form.elements.note.value = "";
  form.querySelector("#id_line_error").replaceChildren();
  for (const note of form.querySelectorAll("[data-paste] > :not(.paste-line, #id_line_error)")) note.remove();
  tableIsNew({ keep: { next: true }, isNew: true });
}

async function seatOffline(action) {
  const held = { keep: whatHasFocus(), isNew: true };
  const { reseat } = await import("./seats.js");
  if (reseat(form, action)) tableIsNew(held);
}

// Restore the focus, and note whether the change can be undone, when the table arrives.
export function change(action) {
  if (action === "clear") return clearTable();
  if (isOffline() && CHANGES_SEATS.test(action)) return seatOffline(action);
  const held = { keep: whatHasFocus(), isNew: true, isOtherDeal: action === "deal" || READS.test(action) };
  if (READS.test(action)) {
    // A hand history is too long for a URL.
    const body = new FormData(form);
    body.set("action", action);
    replaceTable(form.getAttribute("action"), { ...held, isRead: true }, { method: "POST", body });
    return;
  }
  const query = new URLSearchParams(spotOf(form));
  query.set("action", action);
  replaceTable(`${form.getAttribute("action")}?${query}`, held);
}

// Not all games have all settings.
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
      : keep.value ? form.querySelector(`[data-change][value="${CSS.escape(keep.value)}"]:not([hidden])`) : null;
  const closed = element?.closest("details:not([open])")?.querySelector("summary");
  (closed ?? element ?? slotAt(state.cursor) ?? form.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
}

// After a text with all hands, the result stays in view; a tap on a slot opens the picker.
const isAnswered = (all) => all.every((group) => !group.isHand || isFull(group, all));

function tableIsNew({ keep, isNew, isRead, hasAnswer }) {
  state.half = "";
  state.cursor = null;
  if (!(isRead && coversFelt.matches && isAnswered(cardGroups()))) moveOn(null);
  document.getElementById("next-for")?.remove(); // its player was chosen for the previous table
  const isOther = isNew && state.past.add(spotOf(form));
  // The result of another deal isn't shown beside the one that was read.
  if (isOther && isRead) document.getElementById("answer").replaceChildren();
  showAddress();
  show();
  giveFocus(keep);
  if (!hasAnswer) ask();
}

function travel(query) {
  if (query === null) return;
  if (!putInto(form, query)) {
    const held = { keep: whatHasFocus(), isNew: false };
    replaceTable(`${form.getAttribute("action")}?${query}`, held);
    return;
  }
  state.cursor = null;
  moveOn(null);
  showAddress();
  show();
  ask();
}

// The answer to Save came with a new table, because a text was read first.
form.addEventListener("new-table", () => {
  tableIsNew({ isNew: true, isRead: true, hasAnswer: true });
  form.dispatchEvent(new Event("part"));
  form.querySelector("[data-not-saved]")?.scrollIntoView({ block: "nearest", behavior: "instant" });
});

export const undo = () => onceReplaced(() => travel(state.past.undo()));
export const redo = () => onceReplaced(() => travel(state.past.redo()));
