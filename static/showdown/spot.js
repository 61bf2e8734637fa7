// The spot on the table as the query of the address, for reloading, sharing and undo.

import { read, write } from "./cards.js";

const NOT_OF_THE_SPOT = new Set(["csrfmiddlewaretoken", "action", "line", "note"]);
const CHIPS = /^(pots|put-in-\d+|dead|away)$/;
const STRUCTURE = ["game", "players", "runs", "example"];

const named = (form) => [...form.elements].filter(
  (field) => field.name && !NOT_OF_THE_SPOT.has(field.name) && field.type !== "submit",
);
const isTicked = (field) => field.type === "checkbox" || field.type === "radio";
const byDefault = (field) => field.dataset.default ?? (field.name === "runs" ? "1" : "");

export function spotOf(form) {
  const spot = new URLSearchParams();
  for (const field of named(form)) {
    const text = isTicked(field) && !field.checked ? "" : field.value.trim();
    if (text && text !== byDefault(field)) {
      spot.append(field.name, "cards" in field.dataset ? text.replaceAll(" ", "") : text);
    }
  }
  // The rule set for odd chips is included only with chips.
  if (![...spot.keys()].some((name) => CHIPS.test(name))) spot.delete("rules");
  return spot.toString();
}

function asTyped(field, text) {
  const cards = "cards" in field.dataset ? read(text) : null;
  return cards ? write(cards) : text;
}

// Put a spot of the same game and players into the fields; return false if it needs another table.
export function putInto(form, query) {
  const spot = new URLSearchParams(query);
  const there = new URLSearchParams(spotOf(form));
  if (STRUCTURE.some((name) => spot.get(name) !== there.get(name))) return false;
  for (const field of named(form)) {
    if (STRUCTURE.includes(field.name) || (field.name === "rules" && !spot.has("rules"))) continue;
    if (isTicked(field)) {
      field.checked = field.type === "radio"
        ? field.value === (spot.get(field.name) ?? "")
        : spot.has(field.name);
    } else {
      field.value = asTyped(field, spot.get(field.name) ?? byDefault(field));
    }
  }
  return true;
}

const KEPT = "showdown-past"; // in this tab, until it is closed
const MOST = 100;

function kept(now) {
  try {
    const past = JSON.parse(sessionStorage.getItem(KEPT));
    return past?.now === now ? past : {};
  } catch {
    return {}; // it can't be parsed, or the browser refuses storage
  }
}

// The spots before the present one and those that were undone; they survive a reload.
export class Past {
  #now;
  #before;
  #after;
  #typedIn = null;

  constructor(now) {
    ({ before: this.#before = [], after: this.#after = [] } = kept(now));
    this.#now = now;
  }

  get now() { return this.#now; }
  set now(spot) {
    this.#now = spot;
    this.#keep();
  }

  get canUndo() { return this.#before.length > 0; }
  get canRedo() { return this.#after.length > 0; }

  // Return whether the spot changed. Everything typed into one field is one step, until `endStep`.
  add(spot, field = null) {
    if (spot === this.now) return false;
    if (!field || field !== this.#typedIn) this.#before.push(this.now);
    this.#typedIn = field;
    this.#after = [];
    this.now = spot;
    return true;
  }

  endStep() { this.#typedIn = null; }

  undo() { return this.#go(this.#before, this.#after); }
  redo() { return this.#go(this.#after, this.#before); }

  #go(from, to) {
    if (!from.length) return null;
    this.endStep();
    to.push(this.now);
    this.now = from.pop();
    return this.now;
  }

  #keep() {
    const past = { now: this.now, before: this.#before.slice(-MOST), after: this.#after };
    try { sessionStorage.setItem(KEPT, JSON.stringify(past)); } catch { /* nothing may be kept */ }
  }
}
