"""Test that kernels and the ordinary reader give the same answers, deals and errors."""

import io
import random
from functools import partial
from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import SUITS
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.files.block_reader import BlockReader, count_lines, split_blocks
from showdown.files.blocks import settle_block, settle_in_python
from showdown.files.streams import settle_stream
from showdown.notation.deal_format import Submission
from showdown.notation.registry import DEAL_FORMATS, format_for_game
from tests.evaluator.dealing import build_deal, draw_player_count, random_deal
from tests.made_up_games import MADE_UP
from tests.scope import FIRST_OF_FAMILIES, ONE_OF_A_FAMILY, examples, quick_first

long = pytest.mark.long
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def write_symbols(line):
    return "".join(SYMBOLS.get(letter, letter) if line[index - 1].isupper() else letter
                   for index, letter in enumerate(line))  # fmt: skip


def reverse_hands(line):
    words = line.split(" ")
    hands = [word for word in words if word.startswith("Hand")]
    return " ".join([*reversed(hands), *words[len(hands) :]])


VARIATIONS = [
    str.lower,
    str.swapcase,
    reverse_hands,
    lambda line: reverse_hands(line).replace("-", ",").title(),
    lambda line: line.replace("-", " "),
    lambda line: line.replace("-", ""),
    lambda line: line.replace(" ", "   "),
    lambda line: line.replace(":", ": \t").replace("-", " "),
    lambda line: line.replace(" ", "\t"),
    lambda line: f"  {line} ",
    lambda line: f"{line}\r",
    lambda line: f"{line}\r{line}",
    lambda line: line.replace("\n", "\r"),
    lambda line: f"{line}\r\r\n",
    lambda line: line.replace("T", "10"),
    write_symbols,
    lambda line: f"{line} Pot:{len(line) * 7}",
    lambda line: line[: len(line) // 2],
    lambda line: line.replace("d", "h"),
    lambda line: line.replace("A", "Z", 1),
    lambda line: f"{line}\n\n",
    lambda line: f"nonsense\n{line}",
    lambda line: "",
]
"""Ways in which people and faulty programs write a line."""


def text_of(deal):
    hands = [" ".join(map(str, hand.cards)) for hand in deal.hands]
    deal_format = format_for_game(deal.game).name
    if deal_format == "badugi":
        return " - ".join(hands)
    if deal_format == "holdem":
        return "\n".join([str(len(hands)), " ".join(map(str, deal.boards[0])), *hands])
    return str(deal)


def write_file(slug, seed, deals, variation_rate):
    rng = random.Random(f"{slug} {seed}")
    game = GAMES[slug]
    texts = []
    for _ in range(deals):
        text = text_of(random_deal(rng, game, draw_player_count(rng, game)))
        texts.append(rng.choice(VARIATIONS)(text) if rng.random() < variation_rate else text)
    return "\n".join(texts).encode()


def deals_by_line(groups):
    return {
        line: (cards, strengths)
        for group in groups
        for line, cards, strengths in zip(*(array.tolist() for array in group), strict=True)
    }


def settle_both_ways(block, game, *, returns_arrays=True, **options):
    """Settle a block by kernels and in Python, compare the results, and return the kernels'."""
    by_python = settle_in_python(block, game, **options)
    by_kernels = settle_block(block, game, returns_arrays=returns_arrays, **options)
    assert (bytes(by_kernels.output), *by_kernels[1:3]) == by_python[:3]
    return by_kernels


@pytest.mark.parametrize(
    ("deals", "variation_rate"),
    [(50, 0.2), *(pytest.param(examples(1000), rate, marks=long) for rate in (0, 0.9))],
)
@pytest.mark.parametrize("slug", GAMES)
def test_kernels_and_python_settle_a_block_alike(slug, deals, variation_rate):
    block = write_file(slug, variation_rate, deals, variation_rate)
    settled = settle_both_ways(block, GAMES[slug], first_line=len(block))
    assert settled.deals == len(deals_by_line(settled.groups)) + len(settled.special)


@pytest.mark.parametrize("ending", quick_first("\r\n", "\n", "\r", " \n"))
@pytest.mark.parametrize(
    ("slug", "variation"),
    quick_first(
        ("omaha-hilo", str),
        ("holdem", str.lower),
        ("double-board-omaha", reverse_hands),
        ("omaha", lambda line: line.replace("-", "")),
    ),
)
def test_lines_that_differ_in_one_byte_are_settled_alike(slug, variation, ending):
    """The kernel compares the bytes of lines with the same layout, so change each byte once."""
    rng, game = random.Random(slug), GAMES[slug]
    lines = [variation(f"{random_deal(rng, game, 2)}{ending}") for _ in range(40)]
    text = "".join(lines[:3])
    for index, old_byte in enumerate(lines[3]):
        for byte in "A7xh -,\t:B2\r\n":
            good, other = rng.sample(lines, 2)
            new_byte = byte if byte != old_byte else ""
            text += f"{good}{good}{other[:index]}{new_byte}{other[index + 1 :]}"
    settled = settle_both_ways(text.encode(), game, deal_format=DEAL_FORMATS["deal-lines"])
    assert len(lines[3]) < len(settled.errors) < settled.deals


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_the_arrays_of_a_block_contain_its_deals(slug):
    """Batches store deals from these arrays, except deals with chips or with named players."""
    block = write_file(slug, "groups", 100, 0.3)
    deals_of = deals_by_line(settle_block(block, GAMES[slug]).groups)
    deal_format = format_for_game(GAMES[slug])
    for entry in deal_format.read(block, 1, GAMES[slug]):
        if not isinstance(entry.outcome, Submission) or not entry.outcome.is_plain:
            continue
        deal = entry.outcome.deal
        if not (deal.has_names and deal_format.name == "deal-lines"):
            assert deals_of.pop(entry.line)[0] == list(deal.numbers)
    assert deals_of == {}


@pytest.mark.parametrize("slug", ["omaha-hilo", "holdem", "badugi"])
@given(size=st.integers(1, 3000), seed=st.integers(0, 10**6), deals=st.integers(0, 40))
def test_the_boundaries_of_blocks_do_not_change_the_result(slug, size, seed, deals):
    game = GAMES[slug]
    content = write_file(slug, seed, deals, 0.3)
    whole = settle_in_python(content, game)
    blocks = list(split_blocks(BlockReader(io.BytesIO(content), format_for_game(game), size)))
    assert b"".join(blocks) == content
    output, errors, line = b"", [], 1
    for block in blocks:
        settled = settle_block(block, game, first_line=line, is_first=not output)
        output += settled.output
        errors += settled.errors
        line += count_lines(block)
    assert output == whole.output
    assert errors == whole.errors


@pytest.mark.parametrize(
    ("deals", "returns_arrays"),
    [(800, False), (40, True), (0, True), pytest.param(examples(40_000), False, marks=long)],
)
@pytest.mark.parametrize("slug", ["omaha-hilo", "holdem", "badugi"])
def test_a_stream_is_settled_like_a_file(slug, deals, returns_arrays):
    game = GAMES[slug]
    content = write_file(slug, "stream", deals, 0.02)
    whole = settle_in_python(content, game)
    output, errors = b"", []
    for settled in settle_stream(io.BytesIO(content), game, returns_arrays=returns_arrays):
        output += settled.output
        errors += settled.errors
    assert output == whole.output
    assert errors == whole.errors


def test_deals_with_wagers_are_not_grouped():
    block = write_file("omaha-hilo", "wagers", 50, 0)
    lines = block.split(b"\n")
    lines[7] += b" Pot:90 Button:HandA"
    settled = settle_block(b"\n".join(lines), GAMES["omaha-hilo"])
    ((line, submission),) = settled.special
    assert line == 8
    assert submission.wagers.button == "HandA"
    assert len(deals_by_line(settled.groups)) == 49


@pytest.mark.parametrize("game", quick_first(*MADE_UP), ids=str)
def test_made_up_games_are_settled_alike(game):
    rng = random.Random(game.slug)
    deals = [random_deal(rng, game, draw_player_count(rng, game)) for _ in range(30)]
    block = "\n".join([*map(str, deals), f"{deals[0]} Pot:100", "nonsense"]).encode()
    settled = settle_both_ways(block, game)
    assert (settled.deals, len(settled.errors)) == (31, 1)


LABELS = [f"Hand{letter}" for letter in "ABCDEFGHIJKLMNOPQZ"]


def random_amount(rng):
    return rng.choice([*[0, 5, 25, 100, 101, 250, 1000] * 3, rng.randrange(10**6), 10**12, -5])


def plausible_wagers(rng, players):
    labels = LABELS[: players + rng.choice([0, 0, 1, 3])]
    folded = [label for label in labels if label not in LABELS[:players] or rng.random() < 0.2]
    unit = rng.choice([1, 1, 1, 5, 25])
    if rng.random() < 0.7:
        max_units = rng.choice([2, 9, 400])
        contributions = [f"{label}={rng.randint(1, max_units) * unit}" for label in labels]
        words = [f"In:{','.join(contributions)}"]
    else:
        still_in = [label for label in labels if label not in folded]
        words = [f"Pot:{rng.randint(1, 500) * unit}"]
        for _ in range(rng.choice([0, 0, 1, 3])):
            eligible = rng.sample(still_in, rng.randint(0, len(still_in)))
            labels_of_pot = f"={','.join(eligible)}" if eligible else ""
            words.append(f"Pot:{rng.randint(1, 500) * unit}{labels_of_pot}")
    words += [f"Fold:{','.join(folded)}"] if folded else []
    words += [f"Button:{rng.choice(labels)}"] if rng.random() < 0.7 else []
    words += [f"Unit:{unit}"] if unit > 1 or rng.random() < 0.1 else []
    return words


def any_wagers(rng):
    def labels():
        return ",".join(rng.sample(LABELS, rng.randint(0, 4)))

    word_makers = [
        lambda: f"Pot:{random_amount(rng)}",
        lambda: f"Pot:{random_amount(rng)}={labels()}",
        lambda: "In:" + ",".join(f"{rng.choice(LABELS)}={random_amount(rng)}" for _ in range(3)),
        lambda: (
            f"In:HandA={random_amount(rng)},HandB={random_amount(rng)},HandC={random_amount(rng)}"
        ),
        lambda: f"Fold:{labels()}",
        lambda: f"Button:{rng.choice(LABELS)}",
        lambda: f"Unit:{random_amount(rng)}",
        lambda: f"Rules:{rng.choice([*RULE_SETS, 'hoyle'])}",
        lambda: rng.choice(["Dead:5", "Rake:5%", "Pot:12.50", "Pot:1,250", "Pot:", "Seats:HandB"]),
    ]
    return [rng.choice(word_makers)() for _ in range(rng.randint(1, 4))]


def tying_deal(rng, game, players):
    """Return a deal of the lowest or highest cards alone, so that hands often tie."""
    needed = players * game.hole + game.board
    if needed > len(game.deck):
        return random_deal(rng, game, players)
    card_count = needed + rng.randrange(8)
    cards = game.deck[:card_count] if rng.random() < 0.5 else game.deck[-card_count:]
    return build_deal(game, players, rng.sample(cards, min(needed, len(cards))))


def write_file_with_wagers(slug, seed, deals):
    rng = random.Random(f"{slug} {seed}")
    game = GAMES[slug]
    lines = []
    for _ in range(deals):
        create_deal = rng.choice([random_deal, tying_deal])
        deal = create_deal(rng, game, draw_player_count(rng, game))
        kind = rng.random()
        words = []
        if kind < 0.7:
            words = plausible_wagers(rng, len(deal.hands))
        elif kind < 0.95:
            words = any_wagers(rng)
        if rng.random() < 0.3:
            rng.shuffle(words)
        line = " ".join([str(deal), *words])
        lines.append(rng.choice(VARIATIONS)(line) if rng.random() < 0.1 else line)
    return "\n".join(lines).encode()


EVERY_RULE_SET = list(zip(cycle(FIRST_OF_FAMILIES), RULE_SETS, strict=False))
LONG_PAIRS = sorted({*product(GAMES, RULE_SETS)} - {*EVERY_RULE_SET})


@pytest.mark.parametrize(
    ("slug", "rules"), EVERY_RULE_SET + [pytest.param(*pair, marks=long) for pair in LONG_PAIRS]
)
def test_kernels_and_python_pay_wagers_alike(slug, rules):
    options = {"deal_format": DEAL_FORMATS["deal-lines"], "rules": RULE_SETS[rules]}
    for returns_arrays in (False, True):
        settle_both_ways(
            write_file_with_wagers(slug, rules, 30),
            GAMES[slug],
            returns_arrays=returns_arrays,
            **options,
        )


_TWO_TIES = (
    "HandA:6d-3c-5d-4h HandB:4s-2c-6s-3s HandC:6c-3d-5s-2h Board:3h-4c-4d-5c-6h Button:HandA"
)
_SPLITS = "HandA, HandB split Hi (Full House); HandB, HandC split Lo (65432)"
_SIDE_POT = "HandA:Ac-Ad-9h-8h HandB:Kc-Kd-9d-8d HandC:Qc-Qd-9s-8s Board:Jc-Jd-Th-4s-2c"


@pytest.mark.parametrize(
    ("line", "rules", "records"),
    [
        (f"{_TWO_TIES} Pot:98", "wsop-2026", [_SPLITS, "HandA 24; HandB 50; HandC 24"]),
        (f"{_TWO_TIES} Pot:98", "roberts", [_SPLITS, "HandA 24; HandB 49; HandC 25"]),
        (f"{_TWO_TIES} Pot:98", "exact", [_SPLITS, "HandA 24.50; HandB 49.00; HandC 24.50"]),
        (f"{_SIDE_POT} In:HandA=30,HandB=50,HandC=70,HandD=20 Fold:HandD", "wsop-2026",
         ["Main pot: HandA wins Hi (Two Pair); No hand qualified for Low",
          "Side pot: HandB wins Hi (Two Pair); No hand qualified for Low",
          "HandA 110; HandB 40; HandC 0; HandD 0; 20 back to HandC"]),
    ],
)  # fmt: skip
def test_kernels_pay_chips_by_the_rule_sets(line, rules, records):
    """HandB ties for high and low: the WSOP pays it both odd chips, Robert's Rules only one."""
    answer = "\n".join([line, *(f"=> {record}" for record in records), ""]).encode()
    for settle in (settle_in_python, partial(settle_block, returns_arrays=False)):
        settled = settle(line.encode(), GAMES["omaha-hilo"], rules=RULE_SETS[rules])
        assert bytes(settled.output) == answer


def test_kernels_and_python_read_truncated_wagers_alike():
    words = " In:HandA=30,HandB=50,HandC=70,HandD=20 Fold:HandD,HandE Button:HandD Unit:10"
    lines = f"{_SIDE_POT}{words}\n{_SIDE_POT} Pot:10 Pot:5=HandA,HandC".encode()
    for end in range(lines.index(b" In:"), len(lines)):
        settle_both_ways(lines[:end], GAMES["omaha-hilo"], returns_arrays=False)
