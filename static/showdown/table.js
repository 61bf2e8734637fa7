// The table: slots are filled by picking, typing and pasting; every change requests a new result.

import { ask, askAgain, clearAnswer } from "./answers.js";
import { begin } from "./bets.js";
import { isCard, read } from "./cards.js";
import { clear, erase, goTo, moveOn, pick, recordChange } from "./changes.js";
import {
  bringIntoView, cardAt, cardGroups, find, form, isSame, positionOf, show, showErrors, slotAt, slotOf, stage,
  state,
} from "./felt.js";
import { moveAmongSlots, moveInPicker, typeAnywhere, typeInto } from "./keys.js";
import { change, onceReplaced, redo, set, undo } from "./new_table.js";
import { holderOf, slotCount } from "./slots.js";
import { Past, spotOf } from "./spot.js";

const PAUSE_IN_TYPING = 250;
const PAUSE_IN_BETS = 1000; // an unfinished amount gives a wrong ruling; leaving the field ends it

// Paste: cards go into the slots from the cursor on, anything else to the server.

// Return whether all cards fit from the cursor on; the server distributes a whole deal.
function hasRoom(cards) {
  const all = cardGroups();
  const isBegun = all.some((group) => group.cards?.some(Boolean));
  return state.cursor && cards.length <= (isBegun ? 52 : slotCount(find(state.cursor.name), all));
}

function paste(text) {
  const cards = read(text);
  if (cards?.length && cards.every(isCard) && hasRoom(cards)) {
    moveOn(state.cursor ? { ...state.cursor, index: state.cursor.index - 1 } : null);
    for (const code of cards) {
      if (!state.cursor) break;
      const holder = holderOf(code, cardGroups());
      if (holder) find(holder.group.name).put(holder.index, null);
      find(state.cursor.name).put(state.cursor.index, code);
      moveOn(state.cursor);
    }
    recordChange();
  } else if (form.elements.line) {
    form.elements.line.value = text;
    change("read");
  }
}

// The field for pasted text, which is read at once; Enter reads typed text. If a single word of a
// line isn't recognized, select it; a mark in the text below the field leads to the same position.

const line = () => form.elements.line;
const readLine = () => form.querySelector('[data-paste] [value="read"]').click();

document.addEventListener("paste", (event) => {
  if (event.target === line()) setTimeout(readLine);
});
form.addEventListener("keydown", (event) => {
  if (event.target !== line() || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (line().value.trim()) readLine();
});
form.addEventListener("part", async () => {
  await null; // a new table first sets the focus
  const where = document.getElementById("id_line_error").dataset.select;
  if (!where) return;
  line().focus();
  line().setSelectionRange(...where.split(","));
});
form.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-paste] mark");
  if (!mark) return;
  const before = document.createRange();
  before.setStart(mark.parentElement, 0);
  before.setEndBefore(mark);
  const start = before.toString().length;
  line().focus();
  line().setSelectionRange(start, start + mark.textContent.length);
});

// Events

let wasNext = false; // whether the pressed slot was already the slot of the next card
form.addEventListener("pointerdown", (event) => {
  const slot = slotOf(event.target);
  if (slot) wasNext = isSame(state.cursor, positionOf(slot));
});
form.addEventListener("focusin", (event) => {
  const slot = slotOf(event.target);
  if (event.target.id === "find-game") import("./games.js");
  if (slot) stage.classList.remove("with-chips");
  if (slot && !isLeaving && !isSame(state.cursor, positionOf(slot))) goTo(positionOf(slot));
});
form.addEventListener("click", (event) => {
  const slot = slotOf(event.target);
  const card = event.target.closest("[data-card]");
  const button = event.target.closest("button");
  const { name, value, dataset } = event.target;
  // Typing replaces a default name.
  if (name?.startsWith?.("label-") && value === dataset.default) event.target.select();
  if (card) {
    onceReplaced(() => pickFrom(card.dataset.card));
  } else if (slot) {
    const at = positionOf(slot);
    if (event.detail && wasNext && cardAt(at)) clear(at);
    else goTo(at);
    wasNext = true;
  } else if (button && "change" in button.dataset) {
    event.preventDefault();
    onceReplaced(() => change(button.value));
  } else if (button) {
    press(button);
  }
});

const PRESSED = {
  undo,
  redo,
  erase,
  done: () => { state.cursor = null; show(); leavePicker(); },
  chips: (button) => {
    const isOpen = stage.classList.toggle("with-chips");
    show();
    if (isOpen) begin();
    else button.focus();
  },
  text: (button) => {
    const group = find(positionFor(button));
    group.element.classList.toggle("typing");
    show();
    if (group.element.classList.contains("typing")) group.input.focus();
  },
  range: async (button) => {
    const { open } = await import("./grid.js");
    const seat = button.closest("[data-card-group]") ? positionFor(button) : state.cursor.name;
    open(find(seat), () => { moveOn(null); recordChange(); });
  },
  muck: (button) => {
    const group = find(positionFor(button));
    group.input.value = group.isMucked ? "" : "mucked";
    moveOn(null);
    recordChange();
  },
  fewer: () => onceReplaced(() => change(`remove-${form.elements.players.value - 1}`)),
  more: () => onceReplaced(() => change("add")),
};
const positionFor = (button) => button.closest("[data-card-group]").querySelector("[data-cards]").name;

function press(button) {
  const action = Object.keys(PRESSED).find((name) => name in button.dataset);
  if (action) PRESSED[action](button);
}

function pickFrom(code) {
  if (form.querySelector(`[data-card="${code}"]`)) pick(code);
  if (!stage.classList.contains("picking")) leavePicker();
}

// The picker closes with the last card: move the focus to that card without opening the picker.
let isLeaving = false;
function leavePicker() {
  const active = document.activeElement;
  if (active === document.body || active.closest("[data-picker]")) leaveTo(form);
}
function leaveTo(part) {
  isLeaving = true;
  const next = state.cursor && !cardAt(state.cursor) ? slotAt(state.cursor) : null;
  (next ?? part.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
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
  state.past.endStep();
  if (event.target.matches("[data-setting]")) onceReplaced(() => set(name, value));
  else if (name.startsWith("put-in-")) ask();
});
form.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target);
  // Return in a field ends typing. Only the button, or Return in the note, stores the deal.
  if (event.key === "Enter" && event.target.matches("input:not([name=note], #find-game)")) {
    event.preventDefault();
    if (event.target.matches("[name^=label-]")) leaveTo(event.target.closest("[data-card-group]"));
    recordChange();
  }
  if (slot && (typeInto(slot, event) || moveAmongSlots(slot, event))) event.preventDefault();
  else if (event.target.matches("[data-card]")) moveInPicker(event);
});

const LETTERS = /^[0-9a-z*?♣♦♥♠]$/iu;
const takesKeys = (element) => element.closest?.("input, textarea, select, button:not([data-card]), a, summary, [contenteditable]");
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.matches?.("[data-slot]") || takesKeys(event.target) && !LETTERS.test(event.key)) return;
  if (isTyping(event.target) || !(LETTERS.test(event.key) || event.key === "Backspace")) return;
  if (typeAnywhere(event)) event.preventDefault();
});
const isTyping = (element) => element.matches?.("textarea, select, input:not([type=radio], [type=checkbox])");
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  const does = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
  if (!does) return;
  event.preventDefault();
  does();
});
document.addEventListener("paste", (event) => {
  if (isTyping(event.target) && !event.target.matches("[data-cards]")) return;
  event.preventDefault();
  const text = event.clipboardData.getData("text/plain");
  onceReplaced(() => paste(text));
});

// The site renders the spot of the address and marks this; a cached page doesn't.
if (location.search.length > 1 && !("addressed" in stage.dataset)) {
  const { putOrList } = await import("./offline.js");
  if (putOrList(stage, form)) {
    state.past = new Past(spotOf(form));
    clearAnswer();
    ask();
  }
}
if (stage.classList.contains("picking")) moveOn(null);
show();
showErrors();
if ("addressed" in stage.dataset) bringIntoView();
askAgain();
