// The table: slots are filled by picking, typing and pasting; every change requests a new result.

import { clearAnswer, requestAnswer, requestNextRound } from "./answers.js";
import { focusFirstBet } from "./bets.js";
import { isCard, parseCards } from "./cards.js";
import { advanceCursor, clearSlot, eraseCard, moveCursorTo, pickCard, recordChange } from "./changes.js";
import {
  cardAt, cardGroups, drawTable, form, groupNamed, isSamePosition, markInvalidFields, positionOf, scrollToCursor,
  slotAt, slotOf, stage, state,
} from "./felt.js";
import { moveAmongSlots, moveInPicker, typeAnywhere, typeInto } from "./keyboard.js";
import { afterReplacement, changeSetting, performAction, redo, undo } from "./new_table.js";
import { countSlots, findHolder } from "./slots.js";
import { UndoHistory, spotOf } from "./spot.js";

// Milliseconds before a request after typing.
const PAUSE_IN_TYPING = 250;
const PAUSE_IN_BETS = 1000; // an unfinished amount gives a wrong ruling; leaving the field ends the pause

// Pasting: cards go into the slots from the cursor on, anything else to the server.

// Return whether the slots from the cursor on receive the cards. On a table without cards, they receive
// at most the cards of one hand; the server distributes a whole deal.
function hasRoom(cards) {
  const groups = cardGroups();
  const hasCards = groups.some((group) => group.cards?.some(Boolean));
  return state.cursor && cards.length <= (hasCards ? 52 : countSlots(groupNamed(state.cursor.name), groups));
}

function paste(text) {
  const cards = parseCards(text);
  if (cards?.length && cards.every(isCard) && hasRoom(cards)) {
    advanceCursor(state.cursor ? { ...state.cursor, index: state.cursor.index - 1 } : null);
    for (const code of cards) {
      if (!state.cursor) break;
      const holder = findHolder(code, cardGroups());
      if (holder) groupNamed(holder.group.name).setCard(holder.index, null);
      groupNamed(state.cursor.name).setCard(state.cursor.index, code);
      advanceCursor(state.cursor);
    }
    recordChange();
  } else if (form.elements.line) {
    form.elements.line.value = text;
    performAction("read");
  }
}

// The field for pasted text, which is read at once; Enter reads typed text. If a single word of a
// line isn't recognized, select it; a mark in the text below the field leads to the same position.

const pasteField = () => form.elements.line;
const readPaste = () => form.querySelector('[data-paste] [value="read"]').click();

document.addEventListener("paste", (event) => {
  if (event.target === pasteField()) setTimeout(readPaste);
});
form.addEventListener("keydown", (event) => {
  if (event.target !== pasteField() || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (pasteField().value.trim()) readPaste();
});
form.addEventListener("part", async () => {
  await null; // a new table first sets the focus
  const selection = document.getElementById("id_line_error").dataset.select;
  if (!selection) return;
  pasteField().focus();
  pasteField().setSelectionRange(...selection.split(","));
});
form.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-paste] mark");
  if (!mark) return;
  const before = document.createRange();
  before.setStart(mark.parentElement, 0);
  before.setEndBefore(mark);
  const start = before.toString().length;
  pasteField().focus();
  pasteField().setSelectionRange(start, start + mark.textContent.length);
});

// Events

let wasAtCursor = false; // whether the cursor was already at the pressed slot
form.addEventListener("pointerdown", (event) => {
  const slot = slotOf(event.target);
  if (slot) wasAtCursor = isSamePosition(state.cursor, positionOf(slot));
});
form.addEventListener("focusin", (event) => {
  const slot = slotOf(event.target);
  if (event.target.id === "find-game") import("./game_combobox.js");
  if (slot) stage.classList.remove("with-chips");
  if (!slot || isLeaving || isSamePosition(state.cursor, positionOf(slot))) return;
  // Moving the focus with Tab doesn't open the picker on a touch screen, where it would cover Save.
  const isTabbed = state.cursor === null && slot.matches(":focus-visible") && matchMedia("(hover: none)").matches;
  if (!isTabbed) moveCursorTo(positionOf(slot));
});
form.addEventListener("click", (event) => {
  const slot = slotOf(event.target);
  const card = event.target.closest("[data-card]");
  const button = event.target.closest("button");
  const { name, value, dataset } = event.target;
  // Select a default name, so that typing replaces it.
  if (name?.startsWith?.("label-") && value === dataset.default) event.target.select();
  if (card) {
    afterReplacement(() => pickFromPicker(card.dataset.card));
  } else if (slot) {
    const position = positionOf(slot);
    if (event.detail && wasAtCursor && cardAt(position)) clearSlot(position);
    else moveCursorTo(position);
    wasAtCursor = true;
  } else if (button && "change" in button.dataset) {
    event.preventDefault();
    afterReplacement(() => performAction(button.value));
  } else if (button) {
    runButtonAction(button);
  }
});

const BUTTON_ACTIONS = { // by data attribute
  undo,
  redo,
  erase: eraseCard,
  done: () => { state.cursor = null; drawTable(); leavePicker(); },
  chips: (button) => {
    const isOpen = stage.classList.toggle("with-chips");
    drawTable();
    if (isOpen) focusFirstBet();
    else button.focus();
  },
  text: (button) => {
    const group = groupNamed(fieldNameFor(button));
    group.element.classList.toggle("typing");
    drawTable();
    if (group.element.classList.contains("typing")) group.input.focus();
  },
  range: async (button) => {
    const { open } = await import("./range_editor.js");
    const seat = button.closest("[data-card-group]") ? fieldNameFor(button) : state.cursor.name;
    open(groupNamed(seat), () => { advanceCursor(null); recordChange(); });
  },
  muck: (button) => {
    const group = groupNamed(fieldNameFor(button));
    group.input.value = group.isMucked ? "" : "mucked";
    advanceCursor(null);
    recordChange();
  },
  fewer: () => afterReplacement(() => performAction(`remove-${form.elements.players.value - 1}`)),
  more: () => afterReplacement(() => performAction("add")),
};
const fieldNameFor = (button) => button.closest("[data-card-group]").querySelector("[data-cards]").name;

function runButtonAction(button) {
  const action = Object.keys(BUTTON_ACTIONS).find((name) => name in button.dataset);
  if (action) BUTTON_ACTIONS[action](button);
}

function pickFromPicker(code) {
  if (form.querySelector(`[data-card="${code}"]`)) pickCard(code);
  if (!stage.classList.contains("picking")) leavePicker();
}

// The picker closes with the last card: move the focus to that card without opening the picker.
let isLeaving = false;
function leavePicker() {
  const active = document.activeElement;
  if (active === document.body || active.closest("[data-picker]")) focusEmptySlot(form);
}
function focusEmptySlot(part) {
  isLeaving = true;
  const emptySlot = state.cursor && !cardAt(state.cursor) ? slotAt(state.cursor) : null;
  (emptySlot ?? part.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
  isLeaving = false;
}

form.addEventListener("input", (event) => {
  if (event.target.matches("#find-game, [data-setting], [name=line], [name=note], [name=street]")) return;
  if (event.target.matches("[data-cards]")) state.cursor = null;
  const isBet = event.target.matches('[name^="put-in-"]');
  recordChange(isBet ? PAUSE_IN_BETS : PAUSE_IN_TYPING, event.target.matches("[type=radio], [type=checkbox]") ? null : event.target.name);
});
form.addEventListener("change", (event) => {
  const { name, value } = event.target;
  state.undoHistory.endStep();
  if (event.target.matches("[data-setting]")) afterReplacement(() => changeSetting(name, value));
  else if (name.startsWith("put-in-")) requestAnswer();
});
form.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target);
  // Enter in a field ends typing. Only the button, or Enter in the note, stores the deal.
  if (event.key === "Enter" && event.target.matches("input:not([name=note], #find-game)")) {
    event.preventDefault();
    if (event.target.matches("[name^=label-]")) focusEmptySlot(event.target.closest("[data-card-group]"));
    recordChange();
  }
  if (slot && (typeInto(slot, event) || moveAmongSlots(slot, event))) event.preventDefault();
  else if (event.target.matches("[data-card]")) moveInPicker(event);
});

const CARD_KEY = /^[0-9a-z*?♣♦♥♠]$/iu;
const usesKeys = (element) => element.closest?.("input, textarea, select, button:not([data-card]), a, summary, [contenteditable]");
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.matches?.("[data-slot]") || usesKeys(event.target) && !CARD_KEY.test(event.key)) return;
  if (isTyping(event.target) || !(CARD_KEY.test(event.key) || event.key === "Backspace")) return;
  if (typeAnywhere(event)) event.preventDefault();
});
const isTyping = (element) => element.matches?.("textarea, select, input:not([type=radio], [type=checkbox])");
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  const action = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
  if (!action) return;
  event.preventDefault();
  action();
});
document.addEventListener("paste", (event) => {
  if (isTyping(event.target) && !event.target.matches("[data-cards]")) return;
  event.preventDefault();
  const text = event.clipboardData.getData("text/plain");
  afterReplacement(() => paste(text));
});

// The site renders the spot of the address and sets `data-addressed`; a cached page has neither.
if (location.search.length > 1 && !("addressed" in stage.dataset)) {
  const { putOrListCards } = await import("./offline.js");
  if (putOrListCards(stage, form)) {
    state.undoHistory = new UndoHistory(spotOf(form));
    clearAnswer();
    requestAnswer();
  }
}
if (stage.classList.contains("picking")) advanceCursor(null);
drawTable();
markInvalidFields();
if ("addressed" in stage.dataset) scrollToCursor();
requestNextRound();
