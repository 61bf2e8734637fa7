"""Deals for tests: at random from a seed, drawn by hypothesis, or written on one line."""

from hypothesis import strategies as st

from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import GAMES, find_game
from showdown.evaluator.rule_sets import WSOP_2024
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers


def cards_needed(game, players):
    """How many cards the game deals; a stud game that runs out shares its last one."""
    if players * game.hole > len(game.deck):
        return players * (game.hole - 1) + 1
    return players * game.hole + game.board


def dealt(game, players, cards):
    """The deal of these cards: hand by hand, then the boards."""
    runs_out = players * game.hole > len(game.deck)
    hole = game.hole - runs_out
    hands = [cards[seat * hole : (seat + 1) * hole] for seat in range(players)]
    rest = iter(cards[players * hole :])
    counts = (1,) if runs_out else game.boards
    return Deal(
        game=game,
        hands=tuple(Hand(default_label(seat), tuple(hand)) for seat, hand in enumerate(hands)),
        boards=tuple(tuple(next(rest) for _ in range(count)) for count in counts),
    )


def random_deal(rng, game, players):
    return dealt(game, players, rng.sample(game.deck, cards_needed(game, players)))


def few_players(rng, game, most=10):
    """A number of players, two more often than ten: large tables cost time and prove no more."""
    counts = [count for count in game.players if 2 <= count <= most]
    return rng.choices(counts, [1 / count**2 for count in counts])[0]


@st.composite
def deals(draw, slugs=tuple(GAMES), most=11):
    """Deals of these games, many from the best or worst cards alone, where hands tie."""
    game = find_game(draw(st.sampled_from(slugs)))
    players = draw(st.integers(2, min(most, game.players[-1])))
    needed, deck = cards_needed(game, players), game.deck
    worst = draw(st.integers(0, (len(deck) - needed) // 4 * 4))
    used = deck[worst:] if draw(st.booleans()) else deck[: len(deck) - worst]
    shuffled = draw(st.permutations(used))
    return dealt(game, players, shuffled[:needed])


def settled(text, game="omaha-hilo", wagers=None, rules=WSOP_2024):
    """The settlement of `hand hand … | board | board`, each hand without separators."""
    hands, *boards = text.split("|")
    return settle(Deal.parse(find_game(game), hands.split(), boards), wagers, rules)


def as_text(cards):
    return [str(card) for card in cards]


@st.composite
def tables(draw, slugs=tuple(GAMES), contributions=True):
    """A deal and wagers for it: contributions or pots, with players who have folded."""
    deal = draw(deals(slugs, most=5))
    unit = draw(st.sampled_from([1, 1, 5, 25]))
    gone = ("Dora", "Emil")[: draw(st.integers(0, 2))]
    seats = tuple(draw(st.permutations((*deal.labels, *gone))))
    stays, *others = draw(st.permutations(deal.labels))
    folded = (*gone, *draw(st.lists(st.sampled_from(others), unique=True)))
    chips = {label: unit * draw(st.integers(label == stays, 12)) for label in seats}
    return deal, Wagers(
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
    pots = st.builds(Pot, amounts, st.none() | eligible)
    return st.lists(pots, min_size=1, max_size=3).map(tuple)


any_tables = tables() | tables(contributions=False)
