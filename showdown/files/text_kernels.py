"""Compiled loops over the text of a block: they find deals in it, and write their answers.

Importing this imports a compiler: `array_settling` does. The loops find deals written the common
way, and leave every other part of a block, errors too, to the ordinary reader. `tables`
(`CardBytes`) tell them what a card is; what they find goes to `found` (`FoundDeals`). All are in
one module, because cached code is compiled anew only when the module it is in has changed.

What is read or written byte by byte is looked up with unsigned places: a signed one would be
tested for being negative each time, and a run of data could not be copied as a whole.
"""

from numba import njit
from numpy import uint8, uint64

_compiled = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]
"""Nothing here makes an array, so that references to arrays needn't be counted at each call."""

_BLANK, _TAB, _LINE_FEED, _RETURN, _HYPHEN = (ord(character) for character in " \t\n\r-")
_A, _SMALL_A, _ZERO, _ONE = (ord(character) for character in "Aa01")
_SMALL = uint8(0x20)
"""This bit makes any letter lower case."""
_NO_CARD = uint8(0x80)
_CARD = uint64(0x3F)
_FAILED = -1
_COMMA_BYTE, _EQUALS, _POINT, _COLON_BYTE = (ord(character) for character in ",=.:")

NO_WAGERS = -1
"""The row of a deal without wagers."""


@_compiled
def count_lines(data):
    """How many lines end in the data."""
    count = 0
    if data.size:
        count += (data[0] == _LINE_FEED) | (data[0] == _RETURN)
    for at in range(uint64(1), uint64(data.size)):
        alone = (data[at] == _LINE_FEED) & (data[at - uint64(1)] != _RETURN)
        count += alone | (data[at] == _RETURN)
    return count


@_compiled
def _line_after(data, at):
    """Where the line after this one starts, or the block ends."""
    while at < data.size:
        after = _ended(data, at)
        if after != _FAILED:
            return after
        at += 1
    return at


@_compiled
def _ended(data, at):
    """Where the next line starts if this one ends here, else _FAILED.

    A line ends with a line feed, a carriage return, or both.
    """
    if at < data.size and data[at] == _RETURN:
        at += 1
        return at + 1 if at < data.size and data[at] == _LINE_FEED else at
    if at == data.size:
        return at
    return at + 1 if data[at] == _LINE_FEED else _FAILED


@_compiled
def _after_blanks(data, at):
    while at < data.size and (data[at] == _BLANK or data[at] == _TAB):
        at += 1
    return at


@_compiled
def _says(data, at, word):
    """Whether the word is at `at`, where at least as many bytes are left."""
    first = uint64(at)
    for i in range(len(word)):
        if data[first + uint64(i)] != word[i]:
            return False
    return True


@_compiled
def _card(data, place, tables):
    """The card whose two bytes begin here, with _NO_CARD if they are none."""
    return tables.ranks[data[place]] | tables.suits[data[place + uint64(1)]]


@_compiled
def _read_cards(data, at, count, step, tables, seen, cards, to):
    """Read cards that start every `step` bytes; `seen` with them, or 0 if one is none or twice.

    The cards are bits of `seen`, of which the highest is always set.
    """
    wrong = uint8(0)
    read, put, step = uint64(at), uint64(to), uint64(step)
    for _ in range(count):
        card = _card(data, read, tables)
        bit = uint64(1) << (uint64(card) & _CARD)
        wrong |= (card & _NO_CARD) | uint8((seen & bit) != 0)
        seen |= bit
        cards[put] = card
        read += step
        put += uint64(1)
    return uint64(0) if wrong else seen


_NOTHING_SEEN = uint64(1 << 63)


@_compiled
def _is_separator(byte):
    return byte in (_HYPHEN, _BLANK, _COMMA_BYTE)


@_compiled
def _separated(data, start, end):
    """Whether there are separators in every third place."""
    for place in range(uint64(start), uint64(end), uint64(3)):
        if not _is_separator(data[place]):
            return False
    return True


@_compiled
def _read_list(data, at, count, tables, seen, cards, to):
    """Read cards with a hyphen, a comma or a blank between any two, or with nothing between them.

    What is seen then, or 0, and where the last card ends.
    """
    step = 3 if at + 2 < data.size and _is_separator(data[at + 2]) else 2
    end = at + step * (count - 1) + 2
    if end > data.size:
        return uint64(0), end
    if step == 3 and not _separated(data, at + 2, end):
        return uint64(0), end
    return _read_cards(data, at, count, step, tables, seen, cards, to), end


@_compiled
def _leave(start, end, deals, line, found, parts):
    """Leave a part to the ordinary reader; how many parts there are then."""
    if parts and found.parts[parts - 1, 2] == deals:
        found.parts[parts - 1, 1] = end
        return parts
    found.parts[parts, 0] = start
    found.parts[parts, 1] = end
    found.parts[parts, 2] = deals
    found.parts[parts, 3] = line
    return parts + 1


@_compiled
def _keep(start, end, line, players, row, found, deals):
    found.starts[deals] = start
    found.ends[deals] = end
    found.lines[deals] = line
    found.players[deals] = players
    found.rows[deals] = row


_LABEL = tuple(b"Hand?")
_LABEL_START = tuple(b"Hand")
_HAND = tuple(b"hand")
_BOARD = tuple(b"board")


@_compiled
def _is_blank(data, at):
    return data[at] == _BLANK or data[at] == _TAB


@_compiled
def _says_in_any_case(data, at, word):
    """Whether this lower-case word is at `at`, where at least as many bytes are left."""
    first = uint64(at)
    for i in range(len(word)):
        if data[first + uint64(i)] | _SMALL != word[i]:
            return False
    return True


@_compiled
def _hands(data, at, hole, most, tables, cards, to):
    """Read `HandA:… HandB:…` in any order.

    The number of players (0 if a hand can't be read or a label is skipped), where the hands end,
    the cards seen so far, and whether the hands are in the order of their labels.
    """
    label = 6
    players = labels = 0
    seen, is_in_order = _NOTHING_SEEN, True
    while True:
        at = _after_blanks(data, at)
        if at + label > data.size or data[at] | _SMALL != _HAND[0]:
            break
        seat = int(data[at + 4] | _SMALL) - _SMALL_A
        if (
            not _says_in_any_case(data, at, _HAND)
            or data[at + 5] != _COLON_BYTE
            or not 0 <= seat < most
            or labels >> seat & 1
        ):
            return 0, at, uint64(0), False
        labels |= 1 << seat
        is_in_order &= seat == players
        at = _after_blanks(data, at + label)
        seen, at = _read_list(data, at, hole, tables, seen, cards, to + seat * hole)
        if seen == 0:
            return 0, at, seen, False
        players += 1
        if at == data.size or not _is_blank(data, at):
            break
    return players if labels == (1 << players) - 1 else 0, at, seen, is_in_order


@_compiled
def _deal_line(data, at, hole, boards, most, tables, cards, to):
    """Read `HandA:… … Board:… Board2:…` in upper or lower case, with the hands in any order.

    The number of players, the text's end or _FAILED, and whether the hands are in order.
    """
    players, at, seen, is_in_order = _hands(data, at, hole, most, tables, cards, to)
    if players == 0:
        return 0, _FAILED, False
    to += players * hole
    for board in range(boards):
        colon = at + (5 if board == 0 else 6)
        if (
            colon >= data.size
            or not _is_blank(data, at - 1)
            or not _says_in_any_case(data, at, _BOARD)
            or (board > 0 and data[at + 5] != _ONE + board)
            or data[colon] != _COLON_BYTE
        ):
            return 0, _FAILED, False
        at = _after_blanks(data, colon + 1)
        seen, at = _read_list(data, at, 5, tables, seen, cards, to)
        if seen == 0:
            return 0, _FAILED, False
        to += 5
        at = _after_blanks(data, at)
    return players, _after_blanks(data, at), is_in_order


_NO_LAYOUT = (0, 0, 0, 0)
_COMPARED = 32
"""Bytes compared at a time: a comparison reads on to a multiple of this."""


@_compiled
def _differ(data, at, text, fixed, length):
    """Whether any fixed byte differs from the text."""
    first, differ = uint64(at), uint8(0)
    for i in range(uint64(length)):
        differ |= (data[first + i] ^ text[i]) & fixed[i]
    return differ != 0


@_compiled
def _read_places(data, at, count, places, tables, cards, to):
    """Read the cards at these places of a line; whether all are cards, and none is there twice."""
    first, put = uint64(at), uint64(to)
    wrong, seen, total = uint8(0), uint64(0), uint64(0)
    for i in range(uint64(count)):
        card = _card(data, first + uint64(places[i]), tables)
        bit = uint64(1) << (uint64(card) & _CARD)
        wrong |= card
        seen |= bit
        total += bit
        cards[put + i] = card
    # The sum of the bits is their union only if no card is there twice.
    return wrong & _NO_CARD == 0 and seen == total


@_compiled
def _alike(data, at, known, layout, tables, cards, to):
    """Read a line of the layout: the number of players, the text's end, the next line; or fail."""
    length, ending, players, count = known
    compared = (length + _COMPARED - 1) // _COMPARED * _COMPARED
    if (
        length == 0
        or at + compared > data.size
        or _differ(data, at, layout.text, layout.fixed, compared)
        or not _read_places(data, at, count, layout.cards, tables, cards, to)
    ):
        return 0, _FAILED, _FAILED
    return players, at + length - ending, at + length


@_compiled
def _learn(data, start, end, after, players, hole, boards, layout):
    """Keep the layout of a line, unless it is too long or ends without a line feed.

    The line's length, the length of its line ending, and the numbers of its players and cards.
    """
    length = after - start
    if length > layout.text.size or data[after - 1] != _LINE_FEED:
        return _NO_LAYOUT
    for i in range(layout.text.size):
        layout.text[i] = data[start + i] if i < length else 0
        layout.fixed[i] = 255 if i < length else 0
    place, card = 0, players * hole
    for word in range(players + boards):
        while layout.text[place] != _COLON_BYTE:
            place += 1
        first, count = card, 5
        if word < players:
            first, count = (int(layout.text[place - 1] | _SMALL) - _SMALL_A) * hole, hole
        else:
            card += count
        place = _after_blanks(layout.text, place + 1)
        step = 3 if _is_separator(layout.text[place + 2]) else 2
        for number in range(first, first + count):
            layout.fixed[place] = layout.fixed[place + 1] = 0
            layout.cards[number] = place
            place += step
    return length, after - end, players, card


@_compiled
def _any_line(data, at, hole, boards, least, most, takes_wagers, tables, found, card, rows):
    """Read a line: its players, the text's end, the next line, and its row of wagers; or fail."""
    players, end, is_in_order = _deal_line(data, at, hole, boards, most, tables, found.cards, card)
    if end == _FAILED or not least <= players <= most:
        return 0, _FAILED, _FAILED, NO_WAGERS
    after = _ended(data, end)
    # Odd chips may depend on the order of hands: wagers are left over if that is another one.
    if after != _FAILED or not takes_wagers or not is_in_order:
        return players, end, after, NO_WAGERS
    end = _wagers(data, end, players, rows, found.wagers)
    return players, end, _FAILED if end == _FAILED else _ended(data, end), rows


@_compiled
def find_deal_lines(data, hole, boards, least, most, takes_wagers, tables, found):
    """Find the lines with hands that `_read_list` can read, in upper or lower case.

    Behind the cards there may be wagers, if they are taken, as `_wagers` has them. Returns how many
    deals were found, how many parts are left, and how many of the deals have wagers. Every board
    has five cards. If a deal's line is as long as that of the deal before it, its layout is kept,
    and later lines are first compared with it.
    """
    at = line = deals = parts = card = rows = before = 0
    layout, known = found.layout, _NO_LAYOUT
    while at < data.size:
        players, end, after = _alike(data, at, known, layout, tables, found.cards, card)
        row = NO_WAGERS
        if after == _FAILED:
            after = _ended(data, at)
            if after != _FAILED:  # an empty line
                at, line = after, line + 1
                continue
            players, end, after, row = _any_line(
                data, at, hole, boards, least, most, takes_wagers, tables, found, card, rows
            )
            if after == _FAILED:
                after = _line_after(data, at)
                parts = _leave(at, after, deals, line, found, parts)
                at, line = after, line + 1
                continue
            if row == NO_WAGERS and after - at == before:
                known = _learn(data, at, end, after, players, hole, boards, layout)
            before = after - at
        _keep(at, end, line, players, row, found, deals)
        card += players * hole + boards * 5
        deals += 1
        rows += row != NO_WAGERS
        at, line = after, line + 1
    return deals, parts, rows


_POT = tuple(b"Pot:")
_IN = tuple(b"In:")
_FOLD = tuple(b"Fold:")
_BUTTON = tuple(b"Button:")
_UNIT = tuple(b"Unit:")
_DIGITS = 12
"""No amount of more is read here."""


@_compiled
def _wagers(data, at, players, row, wagers):
    """Read plain wagers to a row; where they end, or _FAILED.

    `Pot:…` once or more, `In:…`, `Fold:…`, `Button:…` and `Unit:…` at most once each, in any order,
    of whole numbers and HandA, HandB, …: those of the hands, and of others who have folded.
    """
    _begin_wagers(players, row, wagers)
    put_in = folded = button = unit = _FAILED
    pots = 0
    if not _is_blank(data, at - 1):
        return _FAILED
    while not _ends(data, at):
        start = at
        at = _after_word(data, at)
        if _starts(data, start, _POT):
            if not _pot(data, start + len(_POT), row, pots, wagers):
                return _FAILED
            pots += 1
        elif put_in == _FAILED and _starts(data, start, _IN):
            put_in = start + len(_IN)
        elif folded == _FAILED and _starts(data, start, _FOLD):
            folded = start + len(_FOLD)
        elif button == _FAILED and _starts(data, start, _BUTTON):
            button = start + len(_BUTTON)
        elif unit == _FAILED and _starts(data, start, _UNIT):
            unit = start + len(_UNIT)
        else:
            return _FAILED
        at = _after_blanks(data, at)
    # Contributors have their seats before those who have only folded, wherever they are named.
    is_read = put_in == _FAILED or _contributions(data, put_in, row, wagers)
    is_read = is_read and (folded == _FAILED or _folds(data, folded, row, wagers))
    is_read = is_read and (button == _FAILED or _the_button(data, button, row, wagers))
    is_read = is_read and (unit == _FAILED or _the_unit(data, unit, row, wagers))
    return at if is_read else _FAILED


@_compiled
def _begin_wagers(players, row, wagers):
    wagers.put_in[row, :] = -1
    wagers.pots[row, :] = 0
    wagers.eligible[row, :] = 0
    wagers.folded[row] = 0
    wagers.button[row] = -1
    wagers.unit[row] = 1
    wagers.seats[row] = players
    for seat in range(players):
        wagers.order[row, seat] = seat


@_compiled
def _ends(data, at):
    """Whether the line ends here."""
    return at == data.size or data[at] == _LINE_FEED or data[at] == _RETURN


@_compiled
def _after_word(data, at):
    while not _ends(data, at) and not _is_blank(data, at):
        at += 1
    return at


@_compiled
def _ends_word(data, at):
    return _ends(data, at) or _is_blank(data, at)


@_compiled
def _starts(data, at, word):
    return at + len(word) <= data.size and _says(data, at, word)


@_compiled
def _amount(data, at):
    """A whole number and where it ends, or 0 and _FAILED."""
    amount, first = 0, at
    while at < data.size and _ZERO <= data[at] < _ZERO + 10:
        amount = amount * 10 + int(data[at]) - _ZERO
        at += 1
        if at - first > _DIGITS:
            return 0, _FAILED
    return amount, at if at > first else _FAILED


@_compiled
def _seat_named(data, at, row, wagers):
    """The seat of a label like HandA and where it ends, or 0 and _FAILED. It is seated, if new."""
    if not _starts(data, at, _LABEL_START) or at + 5 > data.size:
        return 0, _FAILED
    seat = int(data[at + 4]) - _A
    if not 0 <= seat < wagers.order.shape[1]:
        return 0, _FAILED
    seats = wagers.seats[row]
    for place in range(seats):
        if wagers.order[row, place] == seat:
            return seat, at + 5
    wagers.order[row, seats] = seat
    wagers.seats[row] += 1
    return seat, at + 5


@_compiled
def _seats_named(data, at, row, wagers):
    """The seats of `HandA,HandC`, which end a word, as bits; 0 if they are not such, or twice."""
    seats = 0
    while True:
        seat, at = _seat_named(data, at, row, wagers)
        if at == _FAILED or seats >> seat & 1:
            return 0
        seats |= 1 << seat
        if _ends_word(data, at):
            return seats
        if data[at] != _COMMA_BYTE:
            return 0
        at += 1


@_compiled
def _pot(data, at, row, pot, wagers):
    """Read `4765` or `40=HandB,HandC`; whether it is a pot."""
    amount, at = _amount(data, at)
    if at == _FAILED or amount == 0 or pot == wagers.pots.shape[1]:
        return False
    wagers.pots[row, pot] = amount
    if _ends_word(data, at):
        return True
    if data[at] != _EQUALS:
        return False
    wagers.eligible[row, pot] = _seats_named(data, at + 1, row, wagers)
    return wagers.eligible[row, pot] != 0


@_compiled
def _contributions(data, at, row, wagers):
    """Read `HandA=500,HandB=200`; whether it is that."""
    while True:
        seat, at = _seat_named(data, at, row, wagers)
        if at == _FAILED or at == data.size or data[at] != _EQUALS or wagers.put_in[row, seat] >= 0:
            return False
        amount, at = _amount(data, at + 1)
        if at == _FAILED:
            return False
        wagers.put_in[row, seat] = amount
        if _ends_word(data, at):
            return True
        if data[at] != _COMMA_BYTE:
            return False
        at += 1


@_compiled
def _folds(data, at, row, wagers):
    wagers.folded[row] = _seats_named(data, at, row, wagers)
    return wagers.folded[row] != 0


@_compiled
def _the_button(data, at, row, wagers):
    """Read the label of a seat that there is."""
    seats = wagers.seats[row]
    seat, at = _seat_named(data, at, row, wagers)
    wagers.button[row] = seat
    return at != _FAILED and _ends_word(data, at) and wagers.seats[row] == seats


@_compiled
def _the_unit(data, at, row, wagers):
    wagers.unit[row], at = _amount(data, at)
    return at != _FAILED and _ends_word(data, at)


@_compiled
def find_badugi(data, hole, boards, least, most, takes_wagers, tables, found):
    """Find the lines of hands as `3c 2s 4d Ah` or all as `3c2s4dAh`, with ` - ` between them."""
    at = line = deals = parts = card = 0
    while at < data.size:
        after = _ended(data, at)
        if after == _FAILED:
            step = 3 if at + 2 < data.size and data[at + 2] == _BLANK else 2
            players, end = _badugi_line(data, at, hole, step, tables, found.cards, card)
            if least <= players <= most:
                after = _ended(data, end)
            if after == _FAILED:
                after = _line_after(data, at)
                parts = _leave(at, after, deals, line, found, parts)
            else:
                _keep(at, end, line, players, NO_WAGERS, found, deals)
                card += players * hole
                deals += 1
        at = after
        line += 1
    return deals, parts, 0


_BETWEEN = tuple(b" - ")


@_compiled
def _badugi_line(data, at, hole, step, tables, cards, to):
    """Read hands whose cards start every `step` bytes; how many, and the end of the text."""
    length = step * (hole - 1) + 2
    players = 0
    seen = _NOTHING_SEEN
    while at + length <= data.size:
        for i in range(2, length, 3):
            if step == 3 and data[at + i] != _BLANK:
                return 0, _FAILED
        seen = _read_cards(data, at, hole, step, tables, seen, cards, to)
        if seen == 0:
            return 0, _FAILED
        to += hole
        at += length
        players += 1
        if at + 3 > data.size or not _says(data, at, _BETWEEN):
            return players, at
        at += 3
    return 0, _FAILED


@_compiled
def _holdem_count(data, at):
    """The number of one or two digits that is alone on the line, and the next line; 0 if none."""
    count = 0
    for _ in range(2):
        if at < data.size and _ZERO <= data[at] < _ZERO + 10:
            count = count * 10 + data[at] - _ZERO
            at += 1
    return count, _ended(data, at)


@_compiled
def _card_line(data, at, count, tables, seen, cards, to):
    """Read a line of cards, a blank between them: what is seen then or 0, and the next line."""
    end = at + 3 * count - 1
    if end > data.size:
        return uint64(0), _FAILED
    for i in range(at + 2, end, 3):
        if data[i] != _BLANK:
            return uint64(0), _FAILED
    return _read_cards(data, at, count, 3, tables, seen, cards, to), _ended(data, end)


@_compiled
def _holdem_instance(data, at, hole, least, most, tables, cards, to):
    """Read an instance; the number of players and the next line, or _FAILED."""
    players, at = _holdem_count(data, at)
    if at == _FAILED or not least <= players <= most:
        return 0, _FAILED
    seen, at = _card_line(data, at, 5, tables, _NOTHING_SEEN, cards, to + players * hole)
    for _ in range(players):
        if seen == 0 or at == _FAILED:
            return 0, _FAILED
        seen, at = _card_line(data, at, hole, tables, seen, cards, to)
        to += hole
    return players, _FAILED if seen == 0 else at


@_compiled
def find_holdem(data, hole, boards, least, most, takes_wagers, tables, found):
    """Find the instances of lines with nothing but cards and single blanks.

    After a part that is left, they go on at a line that is a number: there an instance begins.
    """
    at = line = deals = parts = card = 0
    while at < data.size:
        after = _ended(data, at)
        if after != _FAILED:
            at = after
            line += 1
            continue
        players, after = _holdem_instance(data, at, hole, least, most, tables, found.cards, card)
        if after != _FAILED:
            _keep(at, after, line, players, NO_WAGERS, found, deals)
            card += players * hole + 5
            deals += 1
            at = after
            line += players + 2
            continue
        start, first = at, line
        while True:
            at = _line_after(data, at)
            line += 1
            if at == data.size or _holdem_count(data, at)[1] != _FAILED:
                break
        parts = _leave(start, at, deals, first, found, parts)
    return deals, parts, 0


@_compiled
def _copy(source, start, end, out, to):
    """Copy bytes; where the next ones go."""
    first, place = uint64(start), uint64(to)
    for i in range(uint64(end - start)):
        out[place + i] = source[first + i]
    return to + end - start


@_compiled
def _put(byte, out, to):
    out[uint64(to)] = byte
    return to + 1


_RESULT = tuple(b"\n=> ")
_COMMA = tuple(b", ")
_SEMICOLON = tuple(b"; ")


@_compiled
def _put_all(word, out, to):
    place = uint64(to)
    for i in range(len(word)):
        out[place + uint64(i)] = word[i]
    return to + len(word)


@_compiled
def _put_label(seat, out, to):
    _put_all(_LABEL, out, to)
    out[to + 4] = _A + seat
    return to + 5


@_compiled
def _put_row(rows, row, out, to):
    start = row * rows.width
    return _copy(rows.texts, start, start + rows.lengths[row], out, to)


@_compiled
def _put_won(best, winners, first, contests, eligible, phrases, out, to):
    """`HandB wins Hi (Straight); No hand qualified for Low`, of the contests from `first` on.

    `best` and `winners` are flat; the seats that may win are bits of `eligible`.
    """
    several = eligible & (eligible - 1) != 0
    for contest in range(contests):
        if contest:
            to = _put_all(_SEMICOLON, out, to)
        strength = best[first + contest]
        if strength:
            won = int(winners[first + contest])
            to = _put_row(phrases.who, 0 if several and won == eligible else won, out, to)
        to = _put_row(phrases.made, int(phrases.row_of[contest, strength]), out, to)
    return to


@_compiled
def write_deal_lines(data, found, best, winners, paid, phrases, out, ends):
    """Write the answers to the deals, an empty line before each.

    `best` and `winners` are (deals, contests), as `bulk.outcomes` finds them; `paid` is what came
    of the deals with wagers, of which those that were not paid have no answer; `ends` are 0 and the
    end of each answer; `phrases` (`Phrases`) have the words for each strength.
    """
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = to = 0
    for deal in range(ends.size - 1):
        row, players = found.rows[deal], found.players[deal]
        if row == NO_WAGERS or paid.is_paid[row]:
            to = _put(_LINE_FEED, out, to)
            to = _copy(data, found.starts[deal], found.ends[deal], out, to)
            if row == NO_WAGERS:
                to = _put_all(_RESULT, out, to)
                first, everyone = deal * contests, (1 << players) - 1
                to = _put_won(best, winners, first, contests, everyone, phrases, out, to)
            else:
                to = _put_pots(row, paid, phrases, out, to)
                to = _put_totals(row, players, found.wagers, paid, out, to)
            to = _put(_LINE_FEED, out, to)
        ends[deal + 1] = to


_MAIN_POT = tuple(b"Main pot: ")
_SIDE_POT = tuple(b"Side pot")
_COLON = tuple(b": ")
_BACK_TO = tuple(b" back to ")


@_compiled
def _put_pots(row, paid, phrases, out, to):
    """Who won what: of several pots, a line for each that more than one player was in."""
    best, winners, contests = paid.best.reshape(-1), paid.winners.reshape(-1), paid.best.shape[2]
    pots = paid.pots[row]
    start = to
    for pot in range(pots):
        eligible = int(paid.eligible[row, pot])
        if pots > 1 and eligible & (eligible - 1) == 0:
            continue
        to = _put_all(_RESULT, out, to)
        if pots > 1:
            to = _put_pot_name(pot, pots, out, to)
        first = (row * paid.best.shape[1] + pot) * contests
        to = _put_won(best, winners, first, contests, eligible, phrases, out, to)
    return to if to > start else _put(_LINE_FEED, out, to)


@_compiled
def _put_pot_name(pot, pots, out, to):
    """`Main pot: `, `Side pot: ` or of several `Side pot 2: `."""
    if pot == 0:
        return _put_all(_MAIN_POT, out, to)
    to = _put_all(_SIDE_POT, out, to)
    if pots > 2:
        to = _put_number(pot, out, _put(_BLANK, out, to))
    return _put_all(_COLON, out, to)


@_compiled
def _put_totals(row, players, wagers, paid, out, to):
    """Who gets how much, everybody who has a hand or put chips in; and what goes back."""
    to = _put_all(_RESULT, out, to)
    start = to
    for place in range(wagers.seats[row]):
        seat = wagers.order[row, place]
        if seat < players or wagers.put_in[row, seat] >= 0:
            if to > start:
                to = _put_all(_SEMICOLON, out, to)
            to = _put(_BLANK, out, _put_label(seat, out, to))
            to = _put_amount(paid.totals[row, seat], paid.decimals, out, to)
    if paid.returned[row]:
        to = _put_all(_SEMICOLON, out, to)
        to = _put_amount(paid.returned[row], paid.decimals, out, to)
        to = _put_all(_BACK_TO, out, to)
        to = _put_label(paid.returned_to[row], out, to)
    return to


@_compiled
def _put_amount(amount, decimals, out, to):
    """`1250`, or of hundredths `12.50`."""
    if decimals == 0:
        return _put_number(amount, out, to)
    to = _put(_POINT, out, _put_number(amount // 100, out, to))
    to = _put(_ZERO + amount // 10 % 10, out, to)
    return _put(_ZERO + amount % 10, out, to)


@_compiled
def _put_number(number, out, to):
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for place in range(to + digits - 1, to - 1, -1):
        out[place] = _ZERO + number % 10
        number //= 10
    return to + digits


@_compiled
def write_holdem(data, found, best, winners, paid, phrases, out, ends):
    """Write the numbers of the winners of each deal; `ends` as above."""
    ends[0] = to = 0
    for deal in range(best.shape[0]):
        won = int(winners[deal, 0])
        start = to
        for seat in range(found.players[deal]):
            if won >> seat & 1:
                if to > start:
                    to = _put(_BLANK, out, to)
                number = seat + 1
                if number >= 10:
                    to = _put(_ZERO + number // 10, out, to)
                to = _put(_ZERO + number % 10, out, to)
        to = _put(_LINE_FEED, out, to)
        ends[deal + 1] = to


@_compiled
def write_badugi(data, found, best, winners, paid, phrases, out, ends):
    """Write the winning hands of each deal as they came; `ends` as above."""
    ends[0] = to = 0
    for deal in range(best.shape[0]):
        players = found.players[deal]
        step = (found.ends[deal] - found.starts[deal] + len(_BETWEEN)) // players
        won = int(winners[deal, 0])
        start = to
        for seat in range(players):
            if won >> seat & 1:
                if to > start:
                    to = _put_all(_BETWEEN, out, to)
                hand = found.starts[deal] + seat * step
                to = _copy(data, hand, hand + step - len(_BETWEEN), out, to)
        to = _put(_LINE_FEED, out, to)
        ends[deal + 1] = to
