// Answer vectors with pokersolver, an evaluator of hands for JavaScript: `npm install pokersolver`.
// It compares the best five of five to seven cards; Omaha is the best of 60 combinations.
const readline = require("node:readline");
const { Hand } = require("pokersolver");

const HIGH = ["holdem", "seven-card-stud", "five-card-stud", "five-card-draw"];

const splitCards = (text) => text.match(/../g) || [];

// Return the best hand that may be played, with the label of its player.
function solveHand(game, label, hole, board) {
  const best = Hand.winners(listCombinations(game, hole, board).map((cards) => Hand.solve(cards)))[0];
  best.label = label;
  return best;
}

function combinations(cards, count) {
  if (!count) return [[]];
  return cards.flatMap((card, index) =>
    combinations(cards.slice(index + 1), count - 1).map((others) => [card, ...others]));
}

// Return the lists of cards to solve: pokersolver finds the best five of up to seven cards.
function listCombinations(game, hole, board) {
  if (game !== "omaha") return [[...hole, ...board]];
  return combinations(hole, 2).flatMap((two) => combinations(board, 3).map((three) => [...two, ...three]));
}

function answer({ game, hands, boards, chips }) {
  if (![...HIGH, "omaha"].includes(game) || Object.keys(chips).length) {
    return { unsupported: "compares high hands only, and pays no chips" };
  }
  const board = splitCards(boards.join(""));
  const best = Object.entries(hands).map(([label, cards]) => solveHand(game, label, splitCards(cards), board));
  return { winners: { high: Hand.winners(best).map((hand) => hand.label) } };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const vector = JSON.parse(line);
  console.log(JSON.stringify({ id: vector.id, ...answer(vector) }));
});
