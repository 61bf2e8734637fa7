// Changes to the cards: each can be undone and requests a new answer.

import { requestAnswer } from "./answers.js";
import {
  cardAt, cardGroups, cardName, drawTable, form, groupNamed, isSamePosition, scrollToCursor, slotAt, state, updateAddress,
} from "./felt.js";
import { countSlots, findHolder, isSharedByRuns } from "./slots.js";
import { spotOf } from "./spot.js";

// `field` is the focused field: everything typed into it is one undo step.
export function recordChange(delay, field) {
  form.elements.example?.remove();
  for (const note of form.querySelectorAll(".intro, .switched")) note.remove();
  const lastStreet = form.querySelector('[name="street"][value=""]');
  if (lastStreet) lastStreet.checked = true; // changes apply to the whole deal, not to an earlier street
  if (state.undoHistory.add(spotOf(form), field)) {
    requestAnswer(delay); // before drawing, which takes as long as the response
    updateAddress();
  }
  drawTable();
}

// Move the cursor to the next empty slot after this position, first of the same hand or board.
export function advanceCursor(from) {
  const groups = cardGroups();
  const emptySlots = groups.flatMap((group) => {
    if (group.isMucked || group.cards === null || group.isOptional) return [];
    const cards = group.cards;
    return Array.from({ length: countSlots(group, groups) }, (_, index) => ({ name: group.name, index }))
      .filter(({ index }) => (cards[index] ?? null) === null);
  });
  const order = groups.map((group) => group.name);
  const isAfter = ({ name, index }) => name === from?.name
    ? index > from.index
    : order.indexOf(name) > order.indexOf(from?.name);
  const inSameGroup = emptySlots.filter(({ name }) => name === from?.name);
  state.cursor = inSameGroup.find(isAfter) ?? inSameGroup[0] ?? emptySlots.find(isAfter) ?? emptySlots[0] ?? null;
  state.typedRank = "";
}

// Put a card into the slot. If another slot has the card, swap the cards of the two slots.
export function putCard(code, position = state.cursor) {
  if (!position) return;
  const groups = cardGroups();
  const group = groupNamed(position.name);
  const holder = isSharedByRuns(group, position.index, code, groups) ? null : findHolder(code, groups);
  if (holder) groupNamed(holder.group.name).setCard(holder.index, cardAt(position));
  groupNamed(position.name).setCard(position.index, code);
  advanceCursor(position);
  recordChange();
  if (holder) showMoved(code, holder);
}

// Flash the slot that the card left, and announce the move to screen readers.
function showMoved(code, { group, index }) {
  const slot = slotAt({ name: group.name, index });
  slot.animate({ boxShadow: ["0 0 0 4px #ff8b80", "0 0 0 4px transparent"] }, 1500);
  document.getElementById("moved").textContent = `${cardName(code)} moved from ${group.title}`;
}

export function clearSlot(position) {
  groupNamed(position.name).setCard(position.index, null);
  state.cursor = position;
  state.typedRank = "";
  recordChange();
}

// Put the card into the slot at the cursor. If that slot is empty and another slot holds the card, clear
// the other slot instead.
export function pickCard(code) {
  const groups = cardGroups();
  const { cursor } = state;
  const isShared = cursor && isSharedByRuns(groupNamed(cursor.name), cursor.index, code, groups);
  const holder = isShared ? null : findHolder(code, groups);
  if (holder && !(cursor && cardAt(cursor))) {
    clearSlot({ name: holder.group.name, index: holder.index });
  } else {
    if (!state.cursor) advanceCursor(null);
    putCard(code);
  }
  scrollToCursor();
}

// Clear the slot at the cursor. If it is empty, clear the last filled slot before it, or else the last
// filled slot of the table.
export function eraseCard() {
  const filledSlots = cardGroups().flatMap((group) => (group.cards ?? [])
    .map((card, index) => ({ name: group.name, index, card }))).filter(({ card }) => card);
  const atCursor = filledSlots.find((slot) => isSamePosition(slot, state.cursor));
  const slot = atCursor ?? filledSlots.filter((slot) => isBefore(slot, state.cursor)).at(-1) ?? filledSlots.at(-1);
  if (slot) clearSlot({ name: slot.name, index: slot.index });
}

function isBefore(a, b) {
  if (!b) return true;
  const order = cardGroups().map((group) => group.name);
  const [groupOfA, groupOfB] = [order.indexOf(a.name), order.indexOf(b.name)];
  return groupOfA === groupOfB ? a.index < b.index : groupOfA < groupOfB;
}

export function moveCursorTo(position) {
  state.cursor = position;
  state.typedRank = "";
  drawTable();
  scrollToCursor();
}

export function focusSlot(position) {
  slotAt(position)?.focus({ preventScroll: true });
  scrollToCursor();
}
