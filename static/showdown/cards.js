// Parse cards, in the spellings that the server accepts, into codes such as "As".

const SUITS = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const CARD = /(10|[2-9tjqkax])([cdhs♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?/iuy;
export const PIPS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const GAP = /-(?=\s|$)/y;
const BETWEEN = /\s+|[,;\-\u2010-\u2015\u2212]+/uy;
const UNKNOWN = "?";

export const rankOf = (text) => (/^(10|x)$/i.test(text) ? "T" : text.toUpperCase());
export const suitOf = (text) => SUITS[text] ?? text.toLowerCase();

// Return the codes in the text, with null for a gap and "?" for an unknown card, or null if the
// text contains anything else.
export function read(text) {
  const cards = [];
  let at = 0;
  const next = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match;
  };
  while (at < text.length) {
    const card = next(CARD);
    if (card) {
      cards.push(rankOf(card[1]) + suitOf(card[2]));
    } else if (text[at] === UNKNOWN) {
      cards.push(UNKNOWN);
      at += 1;
    } else if ((at === 0 || text[at - 1] === " ") && next(GAP)) {
      cards.push(null);
    } else if (!next(BETWEEN)) {
      return null;
    }
  }
  return cards;
}

export function write(cards) {
  const last = cards.findLastIndex((card) => card !== null);
  return cards.slice(0, last + 1).map((card) => card ?? "-").join(" ");
}

export const isCard = (card) => Boolean(card) && card !== UNKNOWN;
