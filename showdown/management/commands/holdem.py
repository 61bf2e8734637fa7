"""holdem input.txt output.txt: settles a file of Texas Hold'em deals."""

from showdown.evaluator.games import any_five
from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of Texas Hold'em deals."
    choice = staticmethod(any_five)
