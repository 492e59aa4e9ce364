"""Counts the faults that did not occur because their run made fewer matching calls."""

from collections import Counter

# The largest permitted share. On a busy machine 4 to 7 of 800 faults were missed: the last calls of loops,
# whose number of iterations varies, and waits for threads that had already ended.
MISSED_LIMIT = 0.03


class Missed:
    def __init__(self):
        self._tried, self._missed = Counter(), []

    def add(self, fault, injection):
        self._tried[fault.command.name] += 1
        if not injection.has_occurred:
            self._missed.append((fault, injection))

    def table(self):
        """Returns a table of the missed faults of each command, and a list of all missed faults."""
        counts = Counter(fault.command.name for fault, _ in self._missed)
        lines = ["        tried  missed  command"]
        lines += [f"        {tried:5}  {counts[name]:6}  {name}" for name, tried in self._tried.items()]
        lines += [f"        missed ({injection.count} matching calls)  {fault}"
                  for fault, injection in self._missed]
        return "\n".join(lines)

    @property
    def are_too_many(self):
        """Whether more than one fault, and more than the limit, was missed."""
        return len(self._missed) > max(1, MISSED_LIMIT * self._tried.total())
