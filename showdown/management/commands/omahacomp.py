"""omahacomp input.txt output.txt: settles a file of Omaha deals."""

from showdown.evaluator.games import two_and_three
from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of Omaha deals."
    choice = staticmethod(two_and_three)
