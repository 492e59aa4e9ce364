import Knobs
import Pairs
import Testing

/// After any two actions, with an event in between, the members of a group move like those of a
/// fresh group in the same positions.
@Suite struct GroupPairTests {
  typealias Row = Pair<Action, Between>

  /// An action on the master, or on a member while the master moves.
  enum Action: String, CaseIterable, Sendable {
    case touched, lowered, raised, toZero, throughZero, limited, withHeldMember, raisedAtZero, lost
    case locked, memberAlone
  }

  /// An event between two actions.
  enum Between: String, CaseIterable, Sendable {
    case nothing, lost, locked, moved
  }

  private struct Played {
    private var group: GroupProportions
    private let positions: [Double]
    /// The highest position that the master could reach when it was last taken.
    private var highest: Double?

    init(_ positions: [Double], shows: GroupProportions.Shown) {
      group = GroupProportions(count: positions.count, shows: shows)
      self.positions = positions
      for index in positions.indices { put(index, at: positions[index]) }
    }

    private mutating func put(
      _ index: Int, at position: Double? = nil, _ presence: GroupProportions.Presence = .present,
      isHeld: Bool = false
    ) {
      let position = position ?? group.position(ofMember: index)
      _ = group.update(index, position: position, presence: presence, isHeld: isHeld)
    }

    mutating func play(_ action: Action) {
      highest = nil
      if action == .memberAlone { return put(0, at: 0.45) }
      group.beginMove()
      switch action {
      case .touched, .memberAlone: break
      case .lowered: for position in [0.5, 0.3] { group.move(to: position) }
      case .raised: group.move(to: 0.9)
      case .toZero: group.move(to: 0)
      case .throughZero: for position in [0, 0.25] { group.move(to: position) }
      case .limited:
        group.limit(1, to: 0.35)
        for position in [0.99, 0.2] { group.move(to: position) }
      case .withHeldMember:
        put(1, isHeld: true)
        group.move(to: 0.4)
        put(1, at: 0.7, isHeld: true)
        put(1, at: 0.7)
        group.move(to: 0.3)
      case .raisedAtZero:
        group.move(to: 0)
        put(1, at: 0.5, isHeld: true)
        put(1, at: 0.5)
        group.move(to: 0.2)
      case .lost:
        group.move(to: 0.4)
        put(0, .absent)
        group.move(to: 0.2)
      case .locked:
        put(2, .locked)
        group.move(to: 0.6)
      }
      highest = group.highest
      group.endMove()
    }

    mutating func play(_ between: Between) {
      switch between {
      case .nothing: break
      case .lost: put(0, .absent)
      case .locked: put(1, .locked)
      case .moved: for index in 0..<3 { put(index, at: [0.2, 0.8, 0.4][index]) }
      }
    }

    /// Makes all members present, and moves those at zero, whose ratios would be remembered.
    mutating func rest() {
      for index in positions.indices { put(index) }
      for index in positions.indices where group.position(ofMember: index) == 0 {
        put(index, at: 0.1)
      }
    }

    var seen: [Double?] { standing + [group.shown, highest] }

    var standing: [Double] { (0..<3).map(group.position(ofMember:)) }
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    for shows in GroupProportions.Shown.allCases {
      var used = Played([0.6, 0.3, 0.1], shows: shows)
      used.play(row.first)
      used.play(row.between)
      used.play(row.second)
      used.rest()
      for action in Action.allCases {
        var (again, fresh) = (used, Played(used.standing, shows: shows))
        for probe in [action, .lowered, .raised] {
          again.play(probe)
          fresh.play(probe)
          guard again.seen != fresh.seen else { continue }
          Issue.record("\(probe) in \(action), \(shows): \(again.seen), not \(fresh.seen)")
          return
        }
      }
    }
  }
}
