"""Detects growth in the resources of a process, which are sampled while the same actions repeat."""

import re
import struct
from dataclasses import dataclass
from statistics import median

# The first integers that live-allocations.c shares, in its order.
HEAD = struct.Struct("3q")
CLASS_BYTES = 16


@dataclass(frozen=True)
class Limit:
    """Limits of growth: per action, and in total, which permits an initial increase. Exceeding both is a
    leak."""

    per_action: float
    total: float


# For an activity that repeats a single action: one block per hundred actions is a leak.
OF_ACTIONS = {
    "live blocks": Limit(0.01, 40),
    # Arrays of lines and packets grow to the longest one. A leak also increases the live blocks.
    "live bytes": Limit(1, 64 << 10),
    "descriptors": Limit(0.001, 0),
    "threads": Limit(0.001, 0),
    # The heap keeps free picture buffers of megabytes. Only the live bytes are exact.
    "anonymous bytes": Limit(64, 8 << 20),
}
# For cycles of thousands of actions: one block per two cycles is a leak.
OF_CYCLES = {
    "live blocks": Limit(0.5, 40),
    # The lines kept for a reader that does not read depend on timing, up to a megabyte.
    "live bytes": Limit(256, 1 << 20),
    "descriptors": Limit(0.01, 0),
    "threads": Limit(0.01, 0),
    # The 85 samples of an hour were 11.6 to 24.8 MB, in steps of one buffer of 1024 x 768.
    "anonymous bytes": Limit(4096, 16 << 20),
}


def parsed_heap(data):
    """Returns the counters of live-allocations.c by name, and the number of live blocks by size."""
    allocations, blocks, size = HEAD.unpack_from(data)
    of_size = struct.unpack_from(f"{(len(data) - HEAD.size) // 8}q", data, HEAD.size)
    return ({"allocations": allocations, "live blocks": blocks, "live bytes": size},
            {i * CLASS_BYTES: count for i, count in enumerate(of_size) if count})


def parsed_status(text):
    """Returns the values of /proc/PID/status that a soak compares."""
    found = dict(re.findall(r"^(\w+):\s+(\d+)", text, re.M))
    return {"anonymous bytes": int(found["RssAnon"]) << 10,
            "resident bytes": int(found["VmRSS"]) << 10,
            "peak bytes": int(found["VmHWM"]) << 10,
            "threads": int(found["Threads"])}


def slope(samples):
    """Returns the median of the slopes between all pairs of (x, y). A few outliers do not change it."""
    slopes = [(y2 - y1) / (x2 - x1) for i, (x1, y1) in enumerate(samples)
              for x2, y2 in samples[i + 1:] if x2 != x1]
    return median(slopes) if slopes else 0.0


@dataclass
class Growth:
    """The samples (number of actions, {resource: amount}), without those of the warm-up."""

    samples: list
    limits: dict

    def of(self, resource):
        return [(actions, held[resource]) for actions, held in self.samples if resource in held]

    def grown(self, resource):
        """Returns the total growth: the minimum of the last third of the samples minus that of the first."""
        values = [value for _, value in self.of(resource)]
        third = max(1, len(values) // 3)
        return min(values[-third:]) - min(values[:third]) if values else 0

    def per_action(self, resource):
        return slope(self.of(resource))

    def leaks(self):
        """Returns a line for each leaking resource, and a line with the growth of live blocks by size."""
        lines = [f"{resource}: {self.per_action(resource):.4g} more with each: "
                 f"{[value for _, value in self.of(resource)]}"
                 for resource, limit in self.limits.items()
                 if self.per_action(resource) > limit.per_action and self.grown(resource) > limit.total]
        return lines + [f"live blocks by size: {self._sizes()}"] if lines else []

    def _sizes(self):
        first, last = self.samples[0][1]["of size"], self.samples[-1][1]["of size"]
        grown = {size: last.get(size, 0) - first.get(size, 0) for size in first | last}
        return ", ".join(f"{count:+d} of {size}" for size, count in sorted(grown.items()) if count)

    def summary(self):
        """Returns the changes in one line."""
        parts = [f"{resource} {self.of(resource)[0][1]}..{self.of(resource)[-1][1]} "
                 f"({self.grown(resource):+d})" for resource in self.limits if self.of(resource)]
        return ", ".join(parts)
