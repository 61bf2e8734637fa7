"""Drills: hard deals with questions, and grades for the answers."""
