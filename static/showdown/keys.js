// The keyboard: cards typed into slots, and arrow keys among slots and in the picker.

import { rankOf, suitOf } from "./cards.js";
import { clear, erase, focusSlot, moveOn, put, recordChange } from "./changes.js";
import { cardAt, find, form, pickerButtons, positionOf, show, state } from "./felt.js";

const RANK = /^[2-9tjqka]$/i;
const SUIT = /^[cdhs♣♦♥♠]$/iu;

export const typeInto = (slot, event) => typeAt(positionOf(slot), event);

// Letters typed outside of fields are entered into the slot at the cursor.
export function typeAnywhere(event) {
  if (!state.cursor) moveOn(null);
  return state.cursor !== null && typeAt(state.cursor, event);
}

function typeAt(at, event) {
  const { key } = event;
  const rank = state.half === "1" && key === "0" ? "10" : key;
  if (state.half && SUIT.test(key)) {
    const code = rankOf(state.half) + suitOf(key);
    if (form.querySelector(`[data-card="${code}"]`)) put(code, at);
    state.half = "";
    focusSlot(state.cursor ?? at);
  } else if (RANK.test(rank) || rank === "10" || key === "1" || (/^x$/i.test(key) && "xIsTen" in find(at.name).input.dataset)) {
    state.cursor = at;
    state.half = key === "1" ? "1" : rankOf(rank);
  } else if (key === "*") {
    find(at.name).input.value = "*";
    moveOn(at);
    recordChange();
    focusSlot(state.cursor ?? at);
  } else if (key === "?") {
    find(at.name).put(at.index, "?");
    moveOn(at);
    recordChange();
    focusSlot(state.cursor ?? at);
  } else if (key === "Backspace" || key === "Delete") {
    if (state.half) state.half = "";
    else if (cardAt(at) || key === "Delete") clear(at);
    else erase();
    focusSlot(state.cursor);
  } else {
    return false;
  }
  show();
  return true;
}

export function moveAmongSlots(slot, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const all = [...form.querySelectorAll("[data-slot]")];
  const to = all[all.indexOf(slot) + step];
  if (to) to.focus();
  return true;
}

// Return the card in the next visible row in this direction, or the same card in the last row.
function nextInColumn(buttons, from, down) {
  const { x, y } = from.getBoundingClientRect();
  const ahead = buttons.map((button) => {
    const box = button.getBoundingClientRect();
    return { button, rows: Math.round(down * (box.y - y)), columns: Math.abs(box.x - x) };
  }).filter(({ rows }) => rows > 1);
  ahead.sort((one, other) => one.rows - other.rows || one.columns - other.columns);
  return ahead[0]?.button ?? from;
}

// Tab reaches one button of the picker, the arrow keys the others.
export function moveInPicker(event) {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!across && !down) return;
  const buttons = pickerButtons();
  const to = across
    ? buttons.at((buttons.indexOf(event.target) + across) % buttons.length)
    : nextInColumn(buttons, event.target, down);
  event.preventDefault();
  for (const button of buttons) button.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
