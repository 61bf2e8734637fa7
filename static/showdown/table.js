// The table: slots that take cards by picking and typing, an answer to every change, and the spot
// in the address. What lies there are the form's own fields: without this script they are typed in.

import { isCard, rankOf, read, suitOf } from "./cards.js";
import { isKept, layOrList } from "./kept.js";
import { draw, holderOf, isFull, isSharedStart, placesOf, wanted } from "./slots.js";
import { Past, putInto, spotOf } from "./spot.js";

const stage = document.querySelector("[data-stage]");
const form = document.querySelector("[data-table]");
const answer = document.getElementById("answer");
const verdict = document.getElementById("verdict");
const how = document.querySelector("[data-how]");

const AT_ONCE = "innerHTML swap:0ms settle:0ms";
const PAUSE_IN_TYPING = 250;
const READS = /^read/;
const ONCE_IT_HAS_ENDED = 20; // a request ends after its answer is shown
const WHILE_OTHERS_ARE_SERVED = 1000;
const RANK = /^[2-9tjqka]$/i;
const SUIT = /^[cdhs♣♦♥♠]$/iu;

let cursor = null; // the slot that takes the next card: the name of its field, and its index
let half = ""; // a rank that was typed, while its suit is awaited
let past = new Past(spotOf(form));

const places = () => placesOf(form);
const find = (name) => places().find((place) => place.name === name);
const pickerButtons = () => [...form.querySelectorAll("[data-card]")];
const nameOf = (code) => form.querySelector(`[data-card="${code}"]`)?.getAttribute("aria-label") ?? code;
const slotAt = (at) => at && find(at.name)?.slots.children[at.index];
const slotOf = (element) => element?.closest?.("[data-slot]");
const positionOf = (slot) => ({
  name: slot.closest("[data-place]").querySelector("[data-cards]").name,
  index: Number(slot.dataset.slot),
});
const isSame = (one, two) => one?.name === two?.name && one?.index === two?.index;
const cardAt = (at) => find(at.name)?.cards?.[at.index] ?? null;

// Drawing

function show() {
  const all = places();
  for (const place of all) draw(place, all, cursor, half, nameOf);
  const used = new Set(all.flatMap((place) => place.cards ?? []));
  for (const button of pickerButtons()) {
    button.setAttribute("aria-pressed", String(used.has(button.dataset.card)));
  }
  if (!form.querySelector('[data-card][tabindex="0"]')) pickerButtons()[0].tabIndex = 0;
  for (const said of form.querySelectorAll(".said-of")) {
    said.closest("[data-place]").dataset.state = said.dataset.state;
  }
  for (const button of form.querySelectorAll("[data-undo]")) button.disabled = !past.canUndo;
  for (const button of form.querySelectorAll("[data-redo]")) button.disabled = !past.canRedo;
  stage.classList.toggle("picking", cursor !== null);
}

function showErrors() {
  for (const field of form.querySelectorAll("[aria-describedby]")) {
    const error = document.getElementById(field.getAttribute("aria-describedby"));
    if (error?.textContent.trim()) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

// The answer

const canAsk = () => {
  const all = places();
  const hands = all.filter((place) => place.isHand);
  const fewest = Number(form.querySelector("[data-felt]").dataset.fewest);
  const isDealt = (place) => isFull(place, all) || place.cards.filter((card) => card !== null).length >= fewest;
  return hands.every(isDealt) || hands.some((place) => place.cards === null);
};

function forgetTags() {
  for (const said of form.querySelectorAll(".said-of")) {
    said.dataset.state = said.dataset.plays = "";
    for (const part of said.children) part.textContent = "";
  }
}

function forget() {
  answer.replaceChildren();
  verdict.replaceChildren(how.content.cloneNode(true));
  forgetTags();
  for (const error of form.querySelectorAll(".error")) error.textContent = "";
  showErrors();
}

let pause = 0;
function ask(delay = 0) {
  clearTimeout(pause);
  document.getElementById("again").textContent = lastRound = "";
  if (!canAsk()) {
    htmx.trigger(verdict, "htmx:abort");
    stage.classList.remove("old", "stale");
    forget();
    show();
    return;
  }
  stage.classList.add("old");
  pause = setTimeout(() => request(`${stage.dataset.live}?${past.now}`, verdict, "#answer"), delay);
}

// The answer to what lies there did not come: the one before is no longer dimmed, but says so.
// Beside the hands it would be wrong.
function answerFailed({ detail: { elt } }) {
  if (elt !== verdict && elt.id !== "next-cards") return;
  stage.classList.remove("old");
  stage.classList.add("stale");
  for (const each of verdict.querySelectorAll("[data-stale], .hint")) each.remove();
  verdict.prepend(document.querySelector("template[data-not-up-to-date]").content.cloneNode(true));
  forgetTags();
  show();
}

// Odds that can't be counted are dealt: for longer each time, so that the interval narrows.
// The same round once more means that others are being served.
let lastRound = "";
function askAgain() {
  const again = document.getElementById("again");
  const round = again.textContent.trim();
  again.textContent = "";
  if (!round) return;
  clearTimeout(pause);
  const address = `${stage.dataset.live}${round}/?${past.now}`;
  const delay = round === lastRound ? WHILE_OTHERS_ARE_SERVED : ONCE_IT_HAS_ENDED;
  lastRound = round;
  pause = setTimeout(() => request(address, verdict, "#answer"), delay);
}

// A request that a newer one replaces is given up, which is no fault.
function request(address, source, target) {
  return htmx.ajax("GET", address, { source, target, swap: AT_ONCE }).catch(() => {});
}

// The next cards for another player: only they are asked for.
function chooseNextFor() {
  past.now = spotOf(form);
  history.replaceState(null, "", `?${past.now}`);
  if (stage.classList.contains("stale")) {
    ask();
    return;
  }
  const strip = document.getElementById("next-cards");
  htmx.ajax("GET", `${stage.dataset.live}?${past.now}`, { source: strip, target: strip, swap: "outerHTML" }).catch(() => {});
}

// Changes

function noted(delay) {
  form.elements.example?.remove();
  form.querySelector(".intro")?.remove();
  const isNew = past.add(spotOf(form));
  show();
  if (!isNew) return;
  history.replaceState(null, "", `?${past.now}`);
  ask(delay);
}

function moveOn(from) {
  const all = places();
  const open = all.flatMap((place) => {
    if (place.isMucked || place.cards === null || place.isOptional) return [];
    const cards = place.cards;
    return Array.from({ length: wanted(place, all) }, (_, index) => ({ name: place.name, index }))
      .filter(({ index }) => (cards[index] ?? null) === null);
  });
  const order = all.map((place) => place.name);
  const after = ({ name, index }) => name === from?.name
    ? index > from.index
    : order.indexOf(name) > order.indexOf(from?.name);
  const here = open.filter(({ name }) => name === from?.name);
  cursor = here.find(after) ?? here[0] ?? open.find(after) ?? open[0] ?? null;
  half = "";
}

// Puts a card into the slot; one that lies elsewhere changes places with what was here.
function put(code, at = cursor) {
  if (!at) return;
  const all = places();
  const place = find(at.name);
  const holder = isSharedStart(place, at.index, code, all) ? null : holderOf(code, all);
  if (holder) find(holder.place.name).put(holder.index, cardAt(at));
  find(at.name).put(at.index, code);
  moveOn(at);
  noted();
}

function clear(at) {
  find(at.name).put(at.index, null);
  cursor = at;
  half = "";
  noted();
}

function pick(code) {
  const holder = holderOf(code, places());
  const at = cursor && cardAt(cursor);
  if (holder && !at) {
    clear({ name: holder.place.name, index: holder.index });
  } else {
    if (!cursor) moveOn(null);
    put(code);
  }
  bringIntoView();
}

function erase() {
  const all = places().flatMap((place) => (place.cards ?? [])
    .map((card, index) => ({ name: place.name, index, card }))).filter(({ card }) => card);
  const at = all.findIndex((each) => isSame(each, cursor));
  const last = at >= 0 ? all[at] : all.filter((each) => isBefore(each, cursor)).at(-1) ?? all.at(-1);
  if (last) clear({ name: last.name, index: last.index });
}

function isBefore(one, two) {
  if (!two) return true;
  const order = places().map((place) => place.name);
  const [a, b] = [order.indexOf(one.name), order.indexOf(two.name)];
  return a === b ? one.index < two.index : a < b;
}

function goTo(at) {
  cursor = at;
  half = "";
  show();
  bringIntoView();
}

function bringIntoView() {
  slotAt(cursor)?.closest("[data-place]").scrollIntoView({ block: "nearest", behavior: "instant" });
}

function focusSlot(at) {
  slotAt(at)?.focus({ preventScroll: true });
  bringIntoView();
}

// Another table: another game, more or fewer players, another deal. The server lays it.

let isBeingLaid = false;
const later = []; // what people do meanwhile: it is done on the table that comes

function onceLaid(what) {
  later.push(what);
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
function change(action) {
  held = { keep: whatHasFocus(), isNew: true };
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
function set(name, value) {
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
  return active.id ? { id: active.id } : { value: active.value };
}

function giveFocus(keep) {
  if (!keep) return;
  const found = keep.slot ? slotAt(keep.slot)
    : keep.id ? document.getElementById(keep.id)
      : form.querySelector(`.actions [value="${CSS.escape(keep.value)}"]`);
  (found ?? form.querySelector('[data-slot][tabindex="0"]'))?.focus({ preventScroll: true });
}

function tableIsNew() {
  const { keep, isNew } = held ?? {};
  held = null;
  half = "";
  cursor = null;
  moveOn(null);
  document.getElementById("next-for")?.remove(); // the answer to the table before chose its player
  if (isNew) past.add(spotOf(form));
  history.replaceState(null, "", `?${past.now}`);
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
  cursor = null;
  moveOn(null);
  history.replaceState(null, "", `?${query}`);
  show();
  ask();
}

const undo = () => onceLaid(() => travel(past.undo()));
const redo = () => onceLaid(() => travel(past.redo()));

// Typing into a slot

function typeInto(slot, event) {
  const at = positionOf(slot);
  const { key } = event;
  const rank = half === "1" && key === "0" ? "10" : key;
  if (half && SUIT.test(key)) {
    const code = rankOf(half) + suitOf(key);
    if (form.querySelector(`[data-card="${code}"]`)) put(code, at);
    half = "";
    focusSlot(cursor ?? at);
  } else if (RANK.test(rank) || rank === "10" || key === "1" || (/^x$/i.test(key) && "xIsTen" in find(at.name).input.dataset)) {
    cursor = at;
    half = key === "1" ? "1" : rankOf(rank);
  } else if (key === "*") {
    find(at.name).input.value = "*";
    moveOn(at);
    noted();
    focusSlot(cursor ?? at);
  } else if (key === "?") {
    find(at.name).put(at.index, "?");
    moveOn(at);
    noted();
    focusSlot(cursor ?? at);
  } else if (key === "Backspace" || key === "Delete") {
    if (half) half = "";
    else if (cardAt(at) || key === "Delete") clear(at);
    else erase();
    focusSlot(cursor);
  } else {
    return false;
  }
  show();
  return true;
}

function moveAmongSlots(slot, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const all = [...form.querySelectorAll("[data-slot]")];
  const to = all[all.indexOf(slot) + step];
  if (to) to.focus();
  return true;
}

// In the picker one button can be reached by Tab, the others from there by the arrow keys.
function moveInPicker(event) {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!across && !down) return;
  const buttons = pickerButtons();
  const from = buttons.indexOf(event.target);
  const inSuit = event.target.parentElement.querySelectorAll("[data-card]").length;
  const to = buttons[(from + (across ?? down * inSuit) + buttons.length) % buttons.length];
  event.preventDefault();
  for (const button of buttons) button.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

// Pasting: cards go into the slots from here on, anything else is read by the server.

// Whether all cards find room from the cursor on; a whole deal is dealt out by the server.
function hasRoom(cards) {
  const all = places();
  const isBegun = all.some((place) => place.cards?.some(Boolean));
  return cursor && cards.length <= (isBegun ? 52 : wanted(find(cursor.name), all));
}

function paste(text) {
  const cards = read(text);
  if (cards?.length && cards.every(isCard) && hasRoom(cards)) {
    moveOn(cursor ? { ...cursor, index: cursor.index - 1 } : null);
    for (const code of cards) {
      if (!cursor) break;
      const holder = holderOf(code, places());
      if (holder) find(holder.place.name).put(holder.index, null);
      find(cursor.name).put(cursor.index, code);
      moveOn(cursor);
    }
    noted();
  } else if (form.elements.line) {
    form.elements.line.value = text;
    change("read");
  }
}

// What people do

let wasNext = false; // whether a slot took the next card already before it was pressed
form.addEventListener("pointerdown", (event) => {
  const slot = slotOf(event.target);
  if (slot) wasNext = isSame(cursor, positionOf(slot));
});
form.addEventListener("focusin", (event) => {
  const slot = slotOf(event.target);
  if (slot && !isSame(cursor, positionOf(slot))) goTo(positionOf(slot));
});
form.addEventListener("click", (event) => {
  const slot = slotOf(event.target);
  const card = event.target.closest("[data-card]");
  const button = event.target.closest("button");
  if (card) {
    onceLaid(() => pickFrom(card.dataset.card));
  } else if (slot) {
    const at = positionOf(slot);
    if (event.detail && wasNext && cardAt(at)) clear(at);
    else goTo(at);
    wasNext = true;
  } else if (button && "change" in button.dataset) {
    event.preventDefault();
    onceLaid(() => change(button.value));
  } else if (button) {
    press(button);
  }
});

const PRESSED = {
  undo,
  redo,
  erase,
  done: () => { cursor = null; show(); leavePicker(); },
  chips: (button) => {
    const isOpen = form.querySelector("[data-felt]").classList.toggle("with-chips");
    for (const each of form.querySelectorAll("[data-chips]")) each.setAttribute("aria-expanded", isOpen);
    if (isOpen) document.getElementById("id_pots").focus();
    else button.focus();
  },
  text: (button) => {
    const place = find(positionFor(button));
    place.element.classList.toggle("typing");
    show();
    if (place.element.classList.contains("typing")) place.input.focus();
  },
  muck: (button) => {
    const place = find(positionFor(button));
    place.input.value = place.isMucked ? "" : "mucked";
    moveOn(null);
    noted();
  },
};
const positionFor = (button) => button.closest("[data-place]").querySelector("[data-cards]").name;

function press(button) {
  const what = Object.keys(PRESSED).find((name) => name in button.dataset);
  if (what) PRESSED[what](button);
}

function pickFrom(code) {
  if (form.querySelector(`[data-card="${code}"]`)) pick(code);
  if (!stage.classList.contains("picking")) leavePicker();
}

// The picker goes away with the last card: the focus goes to the card that was placed last.
function leavePicker() {
  const active = document.activeElement;
  if (active !== document.body && !active.closest("[data-picker]")) return;
  form.querySelector('[data-slot][tabindex="0"]')?.focus({ preventScroll: true });
  cursor = null;
  show();
}

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-setting], [name=line], [name=note]")) return;
  if (event.target.matches("[data-cards]")) cursor = null;
  noted(PAUSE_IN_TYPING);
});
form.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (event.target.matches("[data-setting]")) onceLaid(() => set(name, value));
});
form.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target);
  // Return in a field ends typing; what is stored is stored by its button, or from the note.
  if (event.key === "Enter" && event.target.matches("input:not([name=note])")) {
    event.preventDefault();
    noted();
  }
  if (slot && (typeInto(slot, event) || moveAmongSlots(slot, event))) event.preventDefault();
  else if (event.target.matches("[data-card]")) moveInPicker(event);
});

verdict.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask]")) ask();
});
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, answerFailed);
}
answer.addEventListener("change", (event) => {
  if (event.target.name === "next-for") chooseNextFor();
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
  onceLaid(() => paste(text));
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target === form) {
    tableIsNew();
  } else if (event.target === answer) {
    stage.classList.remove("old", "stale");
    showErrors();
    show();
    askAgain();
  }
});

if (isKept(stage) && layOrList(stage, form)) {
  past = new Past(spotOf(form));
  forget();
  ask();
}
if (stage.classList.contains("picking")) moveOn(null);
show();
showErrors();
bringIntoView();
askAgain();
