// Changes to the cards: each can be undone and requests a new answer.

import { ask } from "./answers.js";
import {
  bringIntoView, cardAt, cardGroups, find, form, isSame, nameOf, show, showAddress, slotAt, state,
} from "./felt.js";
import { holderOf, isSharedStart, slotCount } from "./slots.js";
import { spotOf } from "./spot.js";

// `field` is the focused field: everything typed into it is one undo step.
export function recordChange(delay, field) {
  form.elements.example?.remove();
  form.querySelector(".intro")?.remove();
  const now = form.querySelector('[name="street"][value=""]');
  if (now) now.checked = true; // changes apply to the whole deal, not to an earlier street
  if (state.past.add(spotOf(form), field)) {
    ask(delay); // before drawing, which takes as long as the response
    showAddress();
  }
  show();
}

export function moveOn(from) {
  const all = cardGroups();
  const open = all.flatMap((group) => {
    if (group.isMucked || group.cards === null || group.isOptional) return [];
    const cards = group.cards;
    return Array.from({ length: slotCount(group, all) }, (_, index) => ({ name: group.name, index }))
      .filter(({ index }) => (cards[index] ?? null) === null);
  });
  const order = all.map((group) => group.name);
  const after = ({ name, index }) => name === from?.name
    ? index > from.index
    : order.indexOf(name) > order.indexOf(from?.name);
  const here = open.filter(({ name }) => name === from?.name);
  state.cursor = here.find(after) ?? here[0] ?? open.find(after) ?? open[0] ?? null;
  state.half = "";
}

// Put a card into the slot, or swap it with this slot's card if it is in another slot.
export function put(code, at = state.cursor) {
  if (!at) return;
  const all = cardGroups();
  const group = find(at.name);
  const holder = isSharedStart(group, at.index, code, all) ? null : holderOf(code, all);
  if (holder) find(holder.group.name).put(holder.index, cardAt(at));
  find(at.name).put(at.index, code);
  moveOn(at);
  recordChange();
  if (holder) showMoved(code, holder);
}

// Flash the slot that the card left, and announce the move to screen readers.
function showMoved(code, { group, index }) {
  const slot = slotAt({ name: group.name, index });
  slot.animate({ boxShadow: ["0 0 0 4px #ff8b80", "0 0 0 4px transparent"] }, 1500);
  document.getElementById("moved").textContent = `${nameOf(code)} moved from ${group.title}`;
}

export function clear(at) {
  find(at.name).put(at.index, null);
  state.cursor = at;
  state.half = "";
  recordChange();
}

export function pick(code) {
  const all = cardGroups();
  const { cursor } = state;
  const isShared = cursor && isSharedStart(find(cursor.name), cursor.index, code, all);
  const holder = isShared ? null : holderOf(code, all);
  if (holder && !(cursor && cardAt(cursor))) {
    clear({ name: holder.group.name, index: holder.index });
  } else {
    if (!state.cursor) moveOn(null);
    put(code);
  }
  bringIntoView();
}

export function erase() {
  const all = cardGroups().flatMap((group) => (group.cards ?? [])
    .map((card, index) => ({ name: group.name, index, card }))).filter(({ card }) => card);
  const at = all.findIndex((card) => isSame(card, state.cursor));
  const last = at >= 0 ? all[at] : all.filter((card) => isBefore(card, state.cursor)).at(-1) ?? all.at(-1);
  if (last) clear({ name: last.name, index: last.index });
}

function isBefore(one, two) {
  if (!two) return true;
  const order = cardGroups().map((group) => group.name);
  const [a, b] = [order.indexOf(one.name), order.indexOf(two.name)];
  return a === b ? one.index < two.index : a < b;
}

export function goTo(at) {
  state.cursor = at;
  state.half = "";
  show();
  bringIntoView();
}

export function focusSlot(at) {
  slotAt(at)?.focus({ preventScroll: true });
  bringIntoView();
}
