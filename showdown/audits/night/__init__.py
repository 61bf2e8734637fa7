"""The night that a log tells of: who won what, who was lucky, and who owes whom."""
