"""On which graphics cards scenarios are played.

A scenario whose `CARDS` are EACH_CARD is about what drivers of displays do, and is played on all of them.
One that names cards is played there. All others are about something else, and are played on one of them,
another one after some commits.
"""

from rig import commit
from rig.vm import CARDS

EACH_CARD = tuple(CARDS)


def cards_of(scenario):
    """The cards on which it can be played."""
    return getattr(scenario, "CARDS", EACH_CARD)


def placed(scenarios, cards, hash):
    """For each of these cards the names of the scenarios that are played on it, of modules by name."""
    found = {card: [name for name, module in scenarios.items() if card in cards_of(module)
                    and hasattr(module, "CARDS")] for card in cards}
    seconds = {card: sum(map(seconds_of, (scenarios[name] for name in names)))
               for card, names in found.items()}
    others = [name for name, module in scenarios.items() if not hasattr(module, "CARDS")]
    # Those of which it is said how long they take first, as the short ones fill what is left.
    for name in sorted(others, key=lambda name: (not hasattr(scenarios[name], "TAKES_SECONDS"),
                                                 commit.number(hash, name))):
        card = min(cards, key=lambda card: seconds[card])
        found[card].append(name)
        seconds[card] += seconds_of(scenarios[name])
    return {card: sorted(names) for card, names in found.items()}


def seconds_of(scenario):
    """About how long it takes, so that all cards have as much to do."""
    return getattr(scenario, "TAKES_SECONDS", 8)
