// The spot on the table as the query of the address, for reloading, sharing and undo.

import { formatCards, parseCards } from "./cards.js";

const FIELDS_OUTSIDE_SPOT = new Set(["csrfmiddlewaretoken", "action", "line", "note"]);
const CHIPS = /^(pots|put-in-\d+|dead|away)$/;
const STRUCTURE = ["game", "players", "runs", "example"];

const spotFields = (form) => [...form.elements].filter(
  (field) => field.name && !FIELDS_OUTSIDE_SPOT.has(field.name) && field.type !== "submit",
);
const isBox = (field) => field.type === "checkbox" || field.type === "radio";
const defaultOf = (field) => field.dataset.default ?? (field.name === "runs" ? "1" : "");

export function spotOf(form) {
  const spot = new URLSearchParams();
  for (const field of spotFields(form)) {
    const text = isBox(field) && !field.checked ? "" : field.value.trim();
    if (text && text !== defaultOf(field)) {
      spot.append(field.name, "cards" in field.dataset ? text.replaceAll(" ", "") : text);
    }
  }
  // The rule set for odd chips is included only with chips.
  if (![...spot.keys()].some((name) => CHIPS.test(name))) spot.delete("rules");
  return spot.toString();
}

function fieldText(field, text) {
  const cards = "cards" in field.dataset ? parseCards(text) : null;
  return cards ? formatCards(cards) : text;
}

// Put a spot of the same game and players into the fields; return false if the spot needs another table.
export function fillForm(form, query) {
  const spot = new URLSearchParams(query);
  const current = new URLSearchParams(spotOf(form));
  if (STRUCTURE.some((name) => spot.get(name) !== current.get(name))) return false;
  for (const field of spotFields(form)) {
    if (STRUCTURE.includes(field.name) || (field.name === "rules" && !spot.has("rules"))) continue;
    if (isBox(field)) {
      field.checked = field.type === "radio"
        ? field.value === (spot.get(field.name) ?? "")
        : spot.has(field.name);
    } else {
      field.value = fieldText(field, spot.get(field.name) ?? defaultOf(field));
    }
  }
  return true;
}

const STORAGE_KEY = "showdown-past"; // in the session storage, which lasts until the tab is closed
const MAX_STEPS = 100;

function loadHistory(current) {
  try {
    const history = JSON.parse(sessionStorage.getItem(STORAGE_KEY));
    return history?.now === current ? history : {};
  } catch {
    return {}; // no valid JSON, or the browser refuses storage
  }
}

// The spots before the current spot, and the undone spots, which survive a reload of the page.
export class UndoHistory {
  #current;
  #before;
  #after;
  #typedField = null;

  constructor(spot) {
    ({ before: this.#before = [], after: this.#after = [] } = loadHistory(spot));
    this.#current = spot;
  }

  get current() { return this.#current; }
  set current(spot) {
    this.#current = spot;
    this.#store();
  }

  get canUndo() { return this.#before.length > 0; }
  get canRedo() { return this.#after.length > 0; }

  // Return whether the spot changed. Everything typed into one field is one step, until `endStep`.
  add(spot, field = null) {
    if (spot === this.current) return false;
    if (!field || field !== this.#typedField) this.#before.push(this.current);
    this.#typedField = field;
    this.#after = [];
    this.current = spot;
    return true;
  }

  endStep() { this.#typedField = null; }

  undo() { return this.#move(this.#before, this.#after); }
  redo() { return this.#move(this.#after, this.#before); }

  #move(from, to) {
    if (!from.length) return null;
    this.endStep();
    to.push(this.current);
    this.current = from.pop();
    return this.current;
  }

  #store() {
    const history = { now: this.current, before: this.#before.slice(-MAX_STEPS), after: this.#after };
    try { sessionStorage.setItem(STORAGE_KEY, JSON.stringify(history)); } catch { /* the browser refuses storage */ }
  }
}
