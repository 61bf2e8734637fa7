// A combobox that replaces the list of games and finds a game by typing. The page contains the words
// of each game, with their spellings.

import { matchRank, wordsOf } from "./game_search.js";

const field = () => document.querySelector("[data-games]");
const input = () => document.getElementById("find-game");
const list = () => document.getElementById("found-games");
const select = () => document.getElementById("id_game");
const options = () => [...list().querySelectorAll('[role="option"]')];

function findGames(text) {
  const words = wordsOf(text, field().dataset.games);
  const games = new Map([...select().options].map((option) => [option.value, option]));
  return [...games.values()]
    .map((option) => ({ option, rank: matchRank(words, option.dataset.words.split("|")) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

let optionCount = 0;
function drawOption(choice) {
  const option = document.createElement("div");
  option.id = `found-game-${optionCount += 1}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", String(choice.value === select().value));
  option.dataset.value = choice.value;
  option.textContent = choice.textContent;
  return option;
}

function drawGroup(group) {
  const element = document.createElement("div");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", group.label);
  const title = document.createElement("div");
  title.className = "title";
  title.setAttribute("aria-hidden", "true");
  title.textContent = group.label;
  element.append(title, ...[...group.children].map(drawOption));
  return element;
}

function openList(text) {
  const choices = text ? findGames(text) : null;
  const elements = choices ? choices.map(drawOption) : [...select().children].map(drawGroup);
  list().replaceChildren(...elements);
  const count = choices?.length ?? new Set([...select().options].map((option) => option.value)).size;
  field().querySelector("[data-found]").textContent = count === 1 ? "1 game" : `${count} games`;
  if (choices && !count) list().append("No game has that name.");
  list().hidden = false;
  input().setAttribute("aria-expanded", "true");
  highlight(choices ? options()[0] : options().find((option) => option.ariaSelected === "true"));
}

function closeList() {
  list().hidden = true;
  input().value = input().dataset.default;
  input().setAttribute("aria-expanded", "false");
  input().removeAttribute("aria-activedescendant");
}

function highlight(option) {
  for (const other of options()) other.classList.toggle("active", other === option);
  if (option) {
    input().setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  } else {
    input().removeAttribute("aria-activedescendant");
  }
}

function chooseGame(option) {
  input().dataset.default = option.textContent;
  closeList();
  if (select().value === option.dataset.value) return;
  select().value = option.dataset.value;
  select().dispatchEvent(new Event("change", { bubbles: true }));
}

const ARROW_STEPS = { ArrowDown: 1, ArrowUp: -1 };

function handleKey(event) {
  const active = options().find((option) => option.classList.contains("active"));
  if (event.key in ARROW_STEPS) {
    event.preventDefault();
    if (list().hidden) { openList(""); return; }
    const allOptions = options();
    highlight(allOptions[(allOptions.indexOf(active) + ARROW_STEPS[event.key] + allOptions.length) % allOptions.length]);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!list().hidden && active) chooseGame(active);
  } else if (event.key === "Escape" && !list().hidden) {
    event.preventDefault();
    closeList();
    input().select();
  }
}

document.addEventListener("input", (event) => {
  if (event.target !== input()) return;
  event.stopPropagation();
  openList(event.target.value);
}, true);
document.addEventListener("keydown", (event) => {
  if (event.target === input()) handleKey(event);
});
document.addEventListener("click", (event) => {
  if (event.target === input()) {
    if (list().hidden) {
      input().select();
      openList("");
    }
    return;
  }
  const option = event.target.closest?.('#found-games [role="option"]');
  if (option) chooseGame(option);
});
document.addEventListener("mousedown", (event) => {
  // Keep the focus in the field, so that the list stays open until a choice is made.
  if (event.target.closest?.("#found-games")) event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  if (event.target === input() && !list().hidden) closeList();
});

// The table loads this module when the field gets the focus. Search for text typed meanwhile.
if (document.activeElement === input()) {
  const text = input().value;
  const isTyped = text !== input().dataset.default;
  if (!isTyped) input().select();
  openList(isTyped ? text : "");
}
