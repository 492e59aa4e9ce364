import Gesture
import Pairs
import Testing

/// After any two contacts, however the first ended, a contact is recognized like the first.
@Suite struct RecognizerPairTests {
  typealias Row = Pair<Touch, Ending>

  @Test("Earlier contacts have no effect with the default feel", arguments: Row.all)
  func defaults(row: Row) { expectLikeFresh(after: row, .defaults) }

  @Test(
    "Earlier contacts have no effect with a hold, an inner radius, a leave rule and a gear",
    arguments: Row.all)
  func careful(row: Row) { expectLikeFresh(after: row, .careful) }

  @Test(
    "Earlier contacts have no effect while the first movement selects the turn mode",
    arguments: Row.all)
  func undecided(row: Row) { expectLikeFresh(after: row, .undecided) }

  /// The visible states of each touch on a fresh knob.
  private static let fresh: [Kind: [Touch: [PlayedContacts.VisibleState]]] = states(of: \.rules)
  private static let freshAndMoved: [Kind: [Touch: [PlayedContacts.VisibleState]]] = states(
    of: \.movedRules)

  private static func states(of rules: (Kind) -> TurnRules)
    -> [Kind: [Touch: [PlayedContacts.VisibleState]]]
  {
    Dictionary(
      uniqueKeysWithValues: Kind.allCases.map { kind in
        let states = Touch.allCases.map { touch in
          var fresh = PlayedContacts(rules(kind))
          return (touch, fresh.logged(touch))
        }
        return (kind, Dictionary(uniqueKeysWithValues: states))
      })
  }

  private func expectLikeFresh(after row: Row, _ kind: Kind) {
    let fresh = (row.between == .moved ? Self.freshAndMoved : Self.fresh)[kind] ?? [:]
    for end in PlayedContacts.LastEnd.allCases {
      var used = PlayedContacts(kind.rules)
      used.play(row.first)
      used.end(row.between, kind)
      used.play(row.second)
      used.end(end)
      #expect(used.recognizer.owner == nil && used.recognizer.wake == nil)
      for touch in Touch.allCases {
        var again = used
        let (states, expected) = (again.logged(touch), fresh[touch] ?? [])
        guard states != expected else { continue }
        let index = zip(states, expected).prefix { $0 == $1 }.count
        Issue.record(
          """
          \(touch), as the last was \(end): \(states.dropFirst(index).prefix(1)), not \
          \(expected.dropFirst(index).prefix(1))
          """)
        return
      }
    }
  }

  /// A touch up to the end of its contact; it begins when a contact lands.
  enum Touch: String, CaseIterable, Sendable {
    case tap, tapTwice, rests, turns, rolls, jumpsAway, slidesAway, insideHub, withOtherContact
    case interrupted, beside, encoder
  }

  /// How the first contact ends, or what happens before.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, cancelled, stuck, saved, moved
  }

  /// The kinds of knobs under test.
  enum Kind: CaseIterable {
    case defaults, careful, undecided

    var rules: TurnRules { rules(center: DesignPoint(x: 0, y: 0)) }
    var movedRules: TurnRules { rules(center: DesignPoint(x: 30, y: -20)) }

    private func rules(center: DesignPoint) -> TurnRules {
      var feel = Feel()
      if self == .careful {
        feel.holdMicroseconds = 30_000
        feel.innerRadius = 25
        feel.leave = .stop
        feel.slideAwayRadius = 150
        feel.fine = 4
      }
      feel.isFiltered = self != .undecided
      return TurnRules(
        center: center, radius: 100, mode: self == .undecided ? .auto : .relative,
        sweep: Angle.radians(fromDegrees: 270), feel: feel)
    }
  }
}
