// The keyboard: cards typed into slots, and arrow keys among slots and in the picker.

import { rankOf, suitOf } from "./cards.js";
import { advanceCursor, clearSlot, eraseCard, focusSlot, putCard, recordChange } from "./changes.js";
import { cardAt, drawTable, form, groupNamed, pickerButtons, positionOf, state } from "./felt.js";

const RANK = /^[2-9tjqka]$/i;
const SUIT = /^[cdhs♣♦♥♠]$/iu;

export const typeInto = (slot, event) => typeAt(positionOf(slot), event);

// Handle a key that was pressed outside of fields: type it at the cursor. Return whether it is used.
export function typeAnywhere(event) {
  if (!state.cursor) advanceCursor(null);
  return state.cursor !== null && typeAt(state.cursor, event);
}

// Handle a key at this position; return whether the key is used.
function typeAt(position, event) {
  const { key } = event;
  const rank = state.typedRank === "1" && key === "0" ? "10" : key;
  if (state.typedRank && SUIT.test(key)) {
    const code = rankOf(state.typedRank) + suitOf(key);
    if (form.querySelector(`[data-card="${code}"]`)) putCard(code, position);
    state.typedRank = "";
    focusSlot(state.cursor ?? position);
  } else if (RANK.test(rank) || rank === "10" || key === "1" || (/^x$/i.test(key) && "xIsTen" in groupNamed(position.name).input.dataset)) {
    state.cursor = position;
    state.typedRank = key === "1" ? "1" : rankOf(rank);
  } else if (key === "*") { // a whole unknown hand
    groupNamed(position.name).input.value = "*";
    advanceCursor(position);
    recordChange();
    focusSlot(state.cursor ?? position);
  } else if (key === "?") { // one unknown card
    groupNamed(position.name).setCard(position.index, "?");
    advanceCursor(position);
    recordChange();
    focusSlot(state.cursor ?? position);
  } else if (key === "Backspace" || key === "Delete") {
    if (state.typedRank) state.typedRank = "";
    else if (cardAt(position) || key === "Delete") clearSlot(position);
    else eraseCard(); // Backspace in an empty slot clears the last card before it.
    focusSlot(state.cursor);
  } else {
    return false;
  }
  drawTable();
  return true;
}

export function moveAmongSlots(slot, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const slots = [...form.querySelectorAll("[data-slot]")];
  slots[slots.indexOf(slot) + step]?.focus();
  return true;
}

// Return the nearest button in the next row in this direction, or `from` if there is no further row.
function nextInColumn(buttons, from, direction) {
  const { x, y } = from.getBoundingClientRect();
  const candidates = buttons.map((button) => {
    const box = button.getBoundingClientRect();
    return { button, rowDistance: Math.round(direction * (box.y - y)), columnDistance: Math.abs(box.x - x) };
  }).filter(({ rowDistance }) => rowDistance > 1);
  candidates.sort((a, b) => a.rowDistance - b.rowDistance || a.columnDistance - b.columnDistance);
  return candidates[0]?.button ?? from;
}

// Roving tabindex: Tab reaches one button of the picker, and the arrow keys move to the others.
export function moveInPicker(event) {
  const columnStep = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const rowStep = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!columnStep && !rowStep) return;
  const buttons = pickerButtons();
  const next = columnStep
    ? buttons.at((buttons.indexOf(event.target) + columnStep) % buttons.length)
    : nextInColumn(buttons, event.target, rowStep);
  event.preventDefault();
  for (const button of buttons) button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
