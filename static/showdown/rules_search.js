// Show only the games whose names match the typed text.

import { matchRank, wordsOf } from "./game_search.js";

const input = document.getElementById("find-game");
const games = [...document.querySelectorAll("[data-words]")];

function filterGames() {
  const words = wordsOf(input.value, input.dataset.games);
  for (const game of games) game.hidden = matchRank(words, game.dataset.words.split("|")) === null;
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
  }
  const count = games.filter((game) => !game.hidden).length;
  const text = count ? `${count} ${count === 1 ? "game" : "games"}` : "No game has that name.";
  document.querySelector("[data-found]").textContent = words.length ? text : "";
}

input.addEventListener("input", filterGames);
input.addEventListener("keydown", (event) => {
  const first = games.find((game) => !game.hidden);
  if (event.key === "Enter" && first) location.assign(first.querySelector("a").href);
});
filterGames(); // the browser may have restored the text
