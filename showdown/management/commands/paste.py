"""paste: read a deal or a spot in any notation from standard input, and print it."""

import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import CommandError

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import board_field
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import DEAD
from showdown.management.base import ShowdownCommand, unusable_error
from showdown.management.command_arguments import game_slug, whole_number
from showdown.models.documents import read_pasted_or_stored
from showdown.models.people import DATABASE_UNAVAILABLE
from showdown.notation.pasted.reader import MAX_PASTED_TEXT_LENGTH, read_in_detected_game
from showdown.notation.pasted.result import describe_errors, summarize
from showdown.notation.wager_words import wagers_words
from showdown.words.ranks import count_text


class Command(ShowdownCommand):
    help = "Read a deal or a spot in any notation from standard input and print it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        game_help = "the game (default: that named in the text, or the first that fits the cards)"
        add("--game", type=game_slug, metavar="GAME", help=game_help)
        hand_help = "the number of the hand, if the text has several (default: %(default)s)"
        add("--hand", type=whole_number(1), default=1, help=hand_help)
        words_help = "ignore unknown words, although they may change the deal"
        add("--without-unknown-words", action="store_true", help=words_help)

    def handle(self, *args: Any, **options: Any) -> None:
        text = sys.stdin.read(MAX_PASTED_TEXT_LENGTH + 1)
        is_lenient = options["without_unknown_words"]
        read = partial(read_pasted_or_stored, without_unknown_words=is_lenient)
        number, game = options["hand"] - 1, options["game"]
        try:
            if game:
                pasted = read(text, GAMES[game], number)
            else:
                pasted = read_in_detected_game(text, number, read)
        except DATABASE_UNAVAILABLE:
            reason = "the deal at this address is in the database, which can't be reached"
            raise unusable_error(reason) from None
        count = pasted.several_deals.count if pasted.several_deals else 1
        if options["hand"] > count:
            raise unusable_error(
                f"there is no hand {options['hand']}: the text has {count_text(count, 'hand')}"
            )
        if message := summarize(pasted):
            self.stdout.write(message)
        rows = [(label, hand.text) for label, hand in zip(pasted.labels, pasted.hands, strict=True)]
        for index, board in enumerate(pasted.boards):
            rows.append((board_field(index), format_cards(board, " ")))
        if pasted.dead:
            rows.append((DEAD, format_cards(pasted.dead, " ")))
        if pasted.wagers:
            rows += wagers_words(pasted.wagers)
        for name, value in rows:
            self.stdout.write(f"{name}: {value}")
        if pasted.is_whole and pasted.notes:
            self.stdout.write(describe_errors(pasted, text))
        if not pasted.is_whole:
            message = describe_errors(pasted, text) or "The text is empty."
            start = pasted.marks[0].start if pasted.marks else 0
            before = text[:start]
            if before.strip():
                line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
                message += f" (line {line}, column {column})"
            raise CommandError(message)
