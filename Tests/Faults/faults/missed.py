"""Faults that were not met, as their run did not make such a call so often, and whether they are too many."""

from collections import Counter

# Of 800 faults 4 to 7 were missed, on a machine that was busy with other things: the last call of a loop, as
# loops have more rounds in some runs than in others, and waits for a thread that has ended by then.
MOST_MISSED = 0.03


class Missed:
    def __init__(self):
        self._tried, self._missed = Counter(), []

    def add(self, fault, injection):
        self._tried[fault.command.name] += 1
        if not injection.is_met:
            self._missed.append((fault, injection))

    def table(self):
        """How many of each command, and each with how many such calls its run made."""
        counts = Counter(fault.command.name for fault, _ in self._missed)
        lines = ["        tried  missed  command"]
        lines += [f"        {tried:5}  {counts[name]:6}  {name}" for name, tried in self._tried.items()]
        lines += [f"        missed ({injection.count} such calls)  {fault}"
                  for fault, injection in self._missed]
        return "\n".join(lines)

    @property
    def are_too_many(self):
        """Whether it is more than one, and more than a few of a hundred."""
        return len(self._missed) > max(1, MOST_MISSED * self._tried.total())
