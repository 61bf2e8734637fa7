"""Deals for tests: at random from a seed, drawn by hypothesis, or written on one line."""

from hypothesis import strategies as st

from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import GAMES, find_game
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import ChipPot, Wagers


def dealt(game, players, cards):
    """The deal of these cards: hand by hand, then the board."""
    hands = [cards[seat * game.hole : (seat + 1) * game.hole] for seat in range(players)]
    board = cards[players * game.hole : players * game.hole + game.board]
    return Deal(
        game=game,
        hands=tuple(Hand(default_label(seat), tuple(hand)) for seat, hand in enumerate(hands)),
        board=tuple(board),
    )


def random_deal(rng, game, players):
    return dealt(game, players, rng.sample(DECK, players * game.hole + game.board))


def few_players(rng, game, most=10):
    """A number of players, two more often than ten: large tables cost time and prove no more."""
    counts = [count for count in game.players if 2 <= count <= most]
    return rng.choices(counts, [1 / count**2 for count in counts])[0]


@st.composite
def deals(draw, slugs=tuple(GAMES), most=11):
    """Deals of these games, many from the best or worst cards alone, where hands tie."""
    game = find_game(draw(st.sampled_from(slugs)))
    players = draw(st.integers(2, min(most, game.players[-1])))
    needed = players * game.hole + game.board
    worst = draw(st.integers(0, (52 - needed) // 4 * 4))
    shuffled = draw(st.permutations(DECK[worst:] if draw(st.booleans()) else DECK[: 52 - worst]))
    return dealt(game, players, shuffled[:needed])


def settled(text, game="omaha-hilo"):
    """The settlement of `hand hand … | board`, each hand of cards without separators."""
    hands, _, board = text.partition("|")
    return settle(Deal.parse(find_game(game), hands.split(), board))


def as_text(cards):
    return [str(card) for card in cards]


@st.composite
def tables(draw, contributions=True):
    """A settlement and wagers for it: contributions or pots, with players who have folded."""
    deal = draw(deals(most=5))
    unit = draw(st.sampled_from([1, 1, 5, 25]))
    gone = ("Dora", "Emil")[: draw(st.integers(0, 2))]
    seats = tuple(draw(st.permutations((*deal.labels, *gone))))
    stays, *others = draw(st.permutations(deal.labels))
    folded = (*gone, *draw(st.lists(st.sampled_from(others), unique=True)))
    chips = {label: unit * draw(st.integers(label == stays, 12)) for label in seats}
    return settle(deal), Wagers(
        contributions=chips if contributions else {},
        pots=() if contributions else draw(_pots(set(deal.labels) - set(folded), unit)),
        folded=folded,
        seats=seats,
        button=draw(st.none() | st.sampled_from(seats)),
        unit=unit,
    )


def _pots(still_in, unit):
    eligible = st.lists(st.sampled_from(sorted(still_in)), min_size=1, unique=True).map(tuple)
    amounts = st.integers(1, 40).map(lambda count: count * unit)
    pots = st.builds(ChipPot, amounts, st.none() | eligible)
    return st.lists(pots, min_size=1, max_size=3).map(tuple)


any_tables = tables() | tables(contributions=False)
