"""holdem input.txt output.txt: settles a file of Texas Hold'em deals."""

from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of Texas Hold'em deals."
    contract = "holdem"
