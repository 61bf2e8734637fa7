// A combobox that replaces the list of games and finds a game by typing. The page contains the words
// of each game, with their spellings.

import { distance, wordsOf } from "./finding.js";

const field = () => document.querySelector("[data-games]");
const input = () => document.getElementById("find-game");
const list = () => document.getElementById("found-games");
const select = () => document.getElementById("id_game");
const options = () => [...list().querySelectorAll('[role="option"]')];

function gamesLike(text) {
  const asked = wordsOf(text, field().dataset.games);
  const games = new Map([...select().options].map((option) => [option.value, option]));
  return [...games.values()]
    .map((option) => ({ option, far: distance(asked, option.dataset.words.split("|")) }))
    .filter(({ far }) => far !== null)
    .sort((one, two) => one.far - two.far)
    .map(({ option }) => option);
}

let number = 0;
function drawOption(choice) {
  const option = document.createElement("div");
  option.id = `found-game-${number += 1}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", String(choice.value === select().value));
  option.dataset.value = choice.value;
  option.textContent = choice.textContent;
  return option;
}

function drawGroup(group) {
  const drawn = document.createElement("div");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", group.label);
  const title = document.createElement("div");
  title.className = "title";
  title.setAttribute("aria-hidden", "true");
  title.textContent = group.label;
  drawn.append(title, ...[...group.children].map(drawOption));
  return drawn;
}

function open(typed) {
  const choices = typed ? gamesLike(typed) : null;
  const drawn = choices ? choices.map(drawOption) : [...select().children].map(drawGroup);
  list().replaceChildren(...drawn);
  const count = choices?.length ?? new Set([...select().options].map((option) => option.value)).size;
  field().querySelector("[data-found]").textContent = count === 1 ? "1 game" : `${count} games`;
  if (choices && !count) list().append("No game has that name.");
  list().hidden = false;
  input().setAttribute("aria-expanded", "true");
  light(choices ? options()[0] : options().find((option) => option.ariaSelected === "true"));
}

function close() {
  list().hidden = true;
  input().value = input().dataset.default;
  input().setAttribute("aria-expanded", "false");
  input().removeAttribute("aria-activedescendant");
}

function light(option) {
  for (const other of options()) other.classList.toggle("active", other === option);
  if (option) {
    input().setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  } else {
    input().removeAttribute("aria-activedescendant");
  }
}

function choose(option) {
  input().dataset.default = option.textContent;
  close();
  if (select().value === option.dataset.value) return;
  select().value = option.dataset.value;
  select().dispatchEvent(new Event("change", { bubbles: true }));
}

const KEYS = {
  ArrowDown: 1,
  ArrowUp: -1,
};

function press(event) {
  const active = options().find((option) => option.classList.contains("active"));
  if (event.key in KEYS) {
    event.preventDefault();
    if (list().hidden) { open(""); return; }
    const all = options();
    const to = (all.indexOf(active) + KEYS[event.key] + all.length) % all.length;
    light(all[to]);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!list().hidden && active) choose(active);
  } else if (event.key === "Escape" && !list().hidden) {
    event.preventDefault();
    close();
    input().select();
  }
}

document.addEventListener("input", (event) => {
  if (event.target !== input()) return;
  event.stopPropagation();
  open(event.target.value);
}, true);
document.addEventListener("keydown", (event) => {
  if (event.target === input()) press(event);
});
document.addEventListener("click", (event) => {
  if (event.target === input()) {
    if (list().hidden) {
      input().select();
      open("");
    }
    return;
  }
  const option = event.target.closest?.('#found-games [role="option"]');
  if (option) choose(option);
});
document.addEventListener("mousedown", (event) => {
  // Keep the focus in the field, so that the list stays open until a choice is made.
  if (event.target.closest?.("#found-games")) event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  if (event.target === input() && !list().hidden) close();
});

// The table loads this module when the field gets the focus. Search for text typed meanwhile.
if (document.activeElement === input()) {
  const typed = input().value;
  const isTyped = typed !== input().dataset.default;
  if (!isTyped) input().select();
  open(isTyped ? typed : "");
}
