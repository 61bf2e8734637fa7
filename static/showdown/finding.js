// Find games by the beginnings of words in their names. The page contains the names and spellings.

const WORD = /[a-z0-9+]+/g;

// Return the words of a text, spelled like those of the names.
export function wordsOf(text, spellings) {
  const spelt = JSON.parse(spellings).reduce(
    (text, [pattern, plain]) => text.replace(new RegExp(pattern, "g"), plain),
    text.toLowerCase(),
  );
  return spelt.match(WORD) ?? [];
}

const allBegin = (asked, words) => asked.every((part) => words.some((word) => word.startsWith(part)));

// Return 0 for a name, 1 for its beginning, 2 and 3 for beginnings of words, null for none of these.
export function distance(asked, names) {
  const run = asked.join("");
  let best = allBegin(asked, names.join(" ").split(" ")) ? 3 : null;
  for (const name of names.slice(0, -1)) {
    const squeezed = name.replaceAll(" ", "");
    if (squeezed === run) return 0;
    if (squeezed.startsWith(run)) best = 1;
    else if (best !== 1 && allBegin(asked, name.split(" "))) best = 2;
  }
  return best;
}
