// Find games by the beginnings of words in their names. The page contains the names and spellings.

const WORD = /[a-z0-9+]+/g;

// Return the words of a text, spelled as in the names. `spellings` are pairs of a pattern and its
// replacement, in JSON.
export function wordsOf(text, spellings) {
  const normalized = JSON.parse(spellings).reduce(
    (text, [pattern, plain]) => text.replace(new RegExp(pattern, "g"), plain),
    text.toLowerCase(),
  );
  return normalized.match(WORD) ?? [];
}

const allBeginWords = (typedWords, words) => typedWords.every((start) => words.some((word) => word.startsWith(start)));

// Return 0 if the typed words are a name, 1 if they are the beginning of a name, 2 if each begins a word
// of the same name, 3 if each begins a word of any name, and null otherwise. The last of `names` lists
// traits of the game and counts only for 3.
export function matchRank(typedWords, names) {
  const joined = typedWords.join("");
  let best = allBeginWords(typedWords, names.join(" ").split(" ")) ? 3 : null;
  for (const name of names.slice(0, -1)) {
    const joinedName = name.replaceAll(" ", "");
    if (joinedName === joined) return 0;
    if (joinedName.startsWith(joined)) best = 1;
    else if (best !== 1 && allBeginWords(typedWords, name.split(" "))) best = 2;
  }
  return best;
}
