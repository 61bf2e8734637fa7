"""What the loops find goes to `deals` (`DealRows`); what they can't read is left in parts."""

from showdown.bulk.compiling import loop_part


@loop_part
def leave(start, end, deals, line, parts, count):
    """Leave a part of the text to the ordinary reader; how many `parts` there are then."""
    if count and parts[count - 1, 2] == deals:
        parts[count - 1, 1] = end
        return count
    parts[count, 0] = start
    parts[count, 1] = end
    parts[count, 2] = deals
    parts[count, 3] = line
    return count + 1
