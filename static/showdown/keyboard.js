// The keyboard: cards typed into slots, and arrow keys among slots and in the picker.

import { rankOf, suitOf } from "./cards.js";
import { advanceCursor, clearSlot, eraseCard, focusSlot, putCard, recordChange } from "./changes.js";
import { cardAt, drawTable, form, groupNamed, pickerButtons, positionOf, state } from "./felt.js";

const RANK = /^[2-9tjqka]$/i;
const SUIT = /^[cdhs♣♦♥♠]$/iu;

export const typeInto = (slot, event) => typeAt(positionOf(slot), event);

// Letters typed outside of fields are entered into the slot at the cursor.
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
  } else if (key === "*") {
    groupNamed(position.name).input.value = "*";
    advanceCursor(position);
    recordChange();
    focusSlot(state.cursor ?? position);
  } else if (key === "?") {
    groupNamed(position.name).setCard(position.index, "?");
    advanceCursor(position);
    recordChange();
    focusSlot(state.cursor ?? position);
  } else if (key === "Backspace" || key === "Delete") {
    if (state.typedRank) state.typedRank = "";
    else if (cardAt(position) || key === "Delete") clearSlot(position);
    else eraseCard();
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
  const all = [...form.querySelectorAll("[data-slot]")];
  all[all.indexOf(slot) + step]?.focus();
  return true;
}

// Return the card in the next visible row in this direction, or the same card in the last row.
function nextInColumn(buttons, from, down) {
  const { x, y } = from.getBoundingClientRect();
  const ahead = buttons.map((button) => {
    const box = button.getBoundingClientRect();
    return { button, rows: Math.round(down * (box.y - y)), columns: Math.abs(box.x - x) };
  }).filter(({ rows }) => rows > 1);
  ahead.sort((a, b) => a.rows - b.rows || a.columns - b.columns);
  return ahead[0]?.button ?? from;
}

// Tab reaches one button of the picker, the arrow keys the others.
export function moveInPicker(event) {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!across && !down) return;
  const buttons = pickerButtons();
  const next = across
    ? buttons.at((buttons.indexOf(event.target) + across) % buttons.length)
    : nextInColumn(buttons, event.target, down);
  event.preventDefault();
  for (const button of buttons) button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
