"""What a process holds, sampled at rest while the same actions repeat, and whether it grows."""

import re
import struct
from dataclasses import dataclass
from statistics import median

# The order of the integers that live-allocations.c shares.
HEAD = struct.Struct("3q")
CLASS_BYTES = 16


@dataclass(frozen=True)
class Limit:
    """Exceeding both is a leak: it goes up with every action, and by more than what settles once."""

    per_action: float
    in_all: float


# For an activity that repeats a single action: one block for every hundredth is a leak.
OF_ACTIONS = {
    "live blocks": Limit(0.01, 40),
    # Arrays of lines and packets grow to what the longest needs; a leak shows in blocks, too.
    "live bytes": Limit(1, 64 << 10),
    "descriptors": Limit(0.001, 0),
    "threads": Limit(0.001, 0),
    # The heap keeps some picture buffers of megabytes for later; what is exact are the live bytes.
    "anonymous bytes": Limit(64, 8 << 20),
}
# For cycles of thousands of actions: one block for every second cycle is a leak.
OF_CYCLES = {
    "live blocks": Limit(0.5, 40),
    # How many lines were kept for a reader that did not read is a matter of time, up to a megabyte.
    "live bytes": Limit(256, 1 << 20),
    "descriptors": Limit(0.01, 0),
    "threads": Limit(0.01, 0),
    # Of an hour's 85 samples, 11.6 to 24.8 MB, in steps of one buffer of 1024 x 768.
    "anonymous bytes": Limit(4096, 16 << 20),
}


def parsed_heap(data):
    """What live-allocations.c shares, by name, and the live blocks of each size."""
    allocations, blocks, size = HEAD.unpack_from(data)
    of_size = struct.unpack_from(f"{(len(data) - HEAD.size) // 8}q", data, HEAD.size)
    return ({"allocations": allocations, "live blocks": blocks, "live bytes": size},
            {i * CLASS_BYTES: count for i, count in enumerate(of_size) if count})


def parsed_status(text):
    """Of /proc/PID/status what a soak compares."""
    found = dict(re.findall(r"^(\w+):\s+(\d+)", text, re.M))
    return {"anonymous bytes": int(found["RssAnon"]) << 10,
            "resident bytes": int(found["VmRSS"]) << 10,
            "peak bytes": int(found["VmHWM"]) << 10,
            "threads": int(found["Threads"])}


def slope(samples):
    """The median of the slopes between all pairs of (x, y): what a few odd samples do not move."""
    slopes = [(y2 - y1) / (x2 - x1) for i, (x1, y1) in enumerate(samples)
              for x2, y2 in samples[i + 1:] if x2 != x1]
    return median(slopes) if slopes else 0.0


@dataclass
class Growth:
    """The samples (how many actions until then, {what: how much}), without those of the warm-up."""

    samples: list
    limits: dict

    def of(self, what):
        return [(actions, held[what]) for actions, held in self.samples if what in held]

    def grown(self, what):
        """How much more there is at the end than at the start, at least: the least of the last third
        of the samples beside the least of the first."""
        values = [value for _, value in self.of(what)]
        third = max(1, len(values) // 3)
        return min(values[-third:]) - min(values[:third]) if values else 0

    def per_action(self, what):
        return slope(self.of(what))

    def leaks(self):
        """A line for each thing that leaks, and one for the sizes of the blocks that did."""
        lines = [f"{what}: {self.per_action(what):.4g} more with each: "
                 f"{[value for _, value in self.of(what)]}"
                 for what, limit in self.limits.items()
                 if self.per_action(what) > limit.per_action and self.grown(what) > limit.in_all]
        return lines + [f"live blocks by size: {self._sizes()}"] if lines else []

    def _sizes(self):
        first, last = self.samples[0][1]["of size"], self.samples[-1][1]["of size"]
        grown = {size: last.get(size, 0) - first.get(size, 0) for size in first | last}
        return ", ".join(f"{count:+d} of {size}" for size, count in sorted(grown.items()) if count)

    def summary(self):
        """What changed in one line."""
        parts = [f"{what} {self.of(what)[0][1]}..{self.of(what)[-1][1]} ({self.grown(what):+d})"
                 for what in self.limits if self.of(what)]
        return ", ".join(parts)
