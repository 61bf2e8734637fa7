// Parse cards, in the spellings that the server accepts, into codes such as "As".

const SUITS = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const CARD = /(10|[2-9tjqkax])([cdhs♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?/iuy;
export const SUIT_SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const GAP = /-(?=\s|$)/y;
const SEPARATOR = /\s+|[,;\-\u2010-\u2015\u2212]+/uy;
const UNKNOWN = "?";

export const rankOf = (text) => (/^(10|x)$/i.test(text) ? "T" : text.toUpperCase());
export const suitOf = (text) => SUITS[text] ?? text.toLowerCase();

// Return the codes in the text, with null for a gap and "?" for an unknown card, or null if the
// text contains anything else.
export function parseCards(text) {
  const cards = [];
  let position = 0;
  const match = (pattern) => {
    pattern.lastIndex = position;
    const result = pattern.exec(text);
    if (result) position += result[0].length;
    return result;
  };
  while (position < text.length) {
    const card = match(CARD);
    if (card) {
      cards.push(rankOf(card[1]) + suitOf(card[2]));
    } else if (text[position] === UNKNOWN) {
      cards.push(UNKNOWN);
      position += 1;
    } else if ((position === 0 || text[position - 1] === " ") && match(GAP)) {
      cards.push(null);
    } else if (!match(SEPARATOR)) {
      return null;
    }
  }
  return cards;
}

// Return the text of cards, with `-` for empty slots before the last card.
export function formatCards(cards) {
  const last = cards.findLastIndex((card) => card !== null);
  return cards.slice(0, last + 1).map((card) => card ?? "-").join(" ");
}

export const isCard = (card) => Boolean(card) && card !== UNKNOWN;
