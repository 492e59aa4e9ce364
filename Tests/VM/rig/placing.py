"""Assigns scenarios to graphics cards.

A scenario with `CARDS = EACH_CARD` depends on display drivers and runs on all cards. A scenario that names
cards runs on these. All others do not depend on the card, and run on one that the commit determines.
"""

from rig import commit
from rig.vm import CARDS

EACH_CARD = tuple(CARDS)


def cards_of(scenario):
    """Returns the cards on which a scenario can run."""
    return getattr(scenario, "CARDS", EACH_CARD)


def assigned(scenarios, cards, hash):
    """Returns the names of the scenarios for each card. `scenarios` are modules by name."""
    found = {card: [name for name, module in scenarios.items() if card in cards_of(module)
                    and hasattr(module, "CARDS")] for card in cards}
    seconds = {card: sum(map(seconds_of, (scenarios[name] for name in names)))
               for card, names in found.items()}
    others = [name for name, module in scenarios.items() if not hasattr(module, "CARDS")]
    # Long scenarios, which have TAKES_SECONDS, come first, because short ones balance the cards at the end.
    for name in sorted(others, key=lambda name: (not hasattr(scenarios[name], "TAKES_SECONDS"),
                                                 commit.number(hash, name))):
        card = min(cards, key=lambda card: seconds[card])
        found[card].append(name)
        seconds[card] += seconds_of(scenarios[name])
    return {card: sorted(names) for card, names in found.items()}


def seconds_of(scenario):
    """Returns the approximate duration, by which the work is balanced between cards."""
    return getattr(scenario, "TAKES_SECONDS", 8)
