"""omahacomp input.txt output.txt: settles a file of deals, one on each line."""

from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of deals, one on each line."
    contract = "deal-lines"
