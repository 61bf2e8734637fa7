"""badugi input.txt output.txt: settles a file of Badugi deals."""

from showdown.evaluator.games import any_subset
from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of Badugi deals."
    choice = staticmethod(any_subset)
