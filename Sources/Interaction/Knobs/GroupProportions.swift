/// The positions of a group's members, and their proportional movement by one master.
///
/// A position is a fraction 0…1 of a member's travel, through its taper. Members that keep the
/// ratio of their positions keep the ratio of their percentages on linear, cubic and power tapers,
/// and their distance in decibels on `db`. Positions are exact even if the members themselves can
/// only rest on steps, so that no ratio drifts however often the master is turned.
///
/// | # | the master | event | result |
/// |---|---|---|---|
/// | 1 | free | a member moves by itself | its ratio is updated, and the master shows it |
/// | 2 | taken | it is moved | members keep the ratio they had when it was taken |
/// | 3 | taken | it would raise a member beyond its limit | it goes no further: no ratio changes |
/// | 3a | taken by a finger | it would lower a member below where its guards let it go | as 3 |
/// | 4 | taken | moved to zero | all are zero; the ratios are kept |
/// | 5 | all at zero | it is raised | members return in their former ratio |
/// | 6 | all at zero, no ratio known | it is raised | members rise equally |
/// | 7 | free | one member goes to zero by itself | it stays there, because zero times any factor is zero |
/// | 8 | taken | a member is held by its own finger | it is not moved until that finger leaves |
/// | 9 | taken | that finger leaves, or something else has moved it | the member follows in its new ratio |
/// | 9a | taken | as 9, and the ratio exceeds the master's and the one it was taken with | it stays there until the next grab: a small movement of the master would be a large one of the member |
/// | 9b | taken, near zero | as 9 | as 9a: near zero there is no meaningful ratio |
/// | 10 | any | a member is locked or unavailable | it neither moves nor counts |
public struct GroupProportions: Sendable {
  /// What the master shows.
  public enum Shown: String, CaseIterable, Sendable {
    case loudest, mean
  }

  /// The availability of a member.
  public enum Presence: Sendable {
    /// Unavailable: nothing is known of it.
    case absent
    /// Known, but not to be moved; counts only if no member is present.
    case locked
    case present
  }

  private struct Member {
    var position = 0.0
    /// Its position relative to the others, also kept while all are at zero.
    var ratio = 0.0
    var presence = Presence.absent
    /// The highest ratio with which the taken master moves it.
    var highestRatio = 0.0
    /// Whether its own finger holds it.
    var isHeld = false
    /// Whether it is excluded from the ratios until the master is free again.
    var isAside = false
    /// The highest position to which the master can move it.
    var limit = 1.0
    /// The lowest position to which the master can move it.
    var floor = 0.0

    /// Whether the master moves this member now.
    var isMoved: Bool { presence == .present && !isHeld && !isAside }
  }

  private let shows: Shown
  private var members: [Member]
  /// The factor from ratios to positions.
  private var factor = 0.0
  /// The position shown by the master, divided by `factor`, when it was taken.
  private var gain = 0.0
  /// Whether something is moving the master.
  public private(set) var isMoving = false

  /// Below this fraction of their former positions, members are too low to define another's ratio.
  private static let least = 0.05

  /// - Parameters:
  ///   - count: The number of members, all absent at first.
  ///   - shows: What the master shows of them.
  public init(count: Int, shows: Shown) {
    self.shows = shows
    members = Array(repeating: Member(), count: count)
  }

  /// Returns the exact position of a member, 0…1.
  public func position(ofMember index: Int) -> Double { members[index].position }

  /// Returns a member's position before all went to zero; nil if they are not at zero.
  public func positionBeforeZero(ofMember index: Int) -> Double? {
    factor == 0 ? members[index].ratio : nil
  }

  /// Returns whether the master moves this member now.
  public func moves(member index: Int) -> Bool { members[index].isMoved }

  /// Returns whether any member has this presence.
  public func has(_ presence: Presence) -> Bool {
    members.contains { $0.presence == presence }
  }

  /// The position that the master shows, 0…1; nil if no member is known.
  public var shown: Double? {
    if has(.present) { return summary(of: .present) { $0.position } }
    return has(.locked) ? summary(of: .locked) { $0.position } : nil
  }

  /// The master's highest position at which every member is within its limit.
  public var highest: Double {
    var highest = 1.0
    for member in members where member.isMoved && member.ratio > 0 {
      highest = min(highest, max(member.limit, member.position) * gain / member.ratio)
    }
    return highest
  }

  /// The master's lowest position at which no member is below its floor.
  public var lowest: Double {
    var lowest = 0.0
    for member in members where member.isMoved && member.ratio > 0 && member.floor > 0 {
      lowest = max(lowest, min(member.floor, member.position) * gain / member.ratio)
    }
    return min(lowest, highest)
  }

  /// Updates a member after a change other than by `move`; returns whether its state changed.
  public mutating func update(
    _ index: Int, position: Double, presence: Presence, isHeld: Bool
  ) -> Bool {
    let old = members[index]
    guard old.position != position || old.presence != presence || old.isHeld != isHeld else {
      return false
    }
    members[index].position = position
    members[index].presence = presence
    members[index].isHeld = isHeld
    if !isMoving {
      balance()
    } else {
      let ratio = factor >= Self.least ? position / factor : .infinity
      // The margin covers the rounding of a member at the master's position.
      members[index].isAside = ratio > members[index].highestRatio + 1e-9
      if !members[index].isAside { members[index].ratio = ratio }
    }
    return true
  }

  /// Begins a movement of the master.
  public mutating func beginMove() {
    isMoving = true
    if factor == 0, !hasRatio { shareEqually() }
    gain = (factor > 0 ? shown : summary(of: .present) { $0.ratio }) ?? 0
    if factor > 0 { gain /= factor }
    for index in members.indices {
      let ratio = members[index].presence == .present ? members[index].ratio : 0
      members[index].highestRatio = max(ratio, gain)
    }
  }

  /// Sets the highest and the lowest position to which the master can move a member; it may stay
  /// where it is.
  public mutating func limit(_ index: Int, to position: Double, floor: Double = 0) {
    members[index].limit = position
    members[index].floor = floor
  }

  /// Moves the taken master to a position 0…1; anything beyond `lowest` and `highest` is ignored.
  public mutating func move(to position: Double) {
    guard isMoving, gain > 0 else { return }
    factor = max(min(position, highest), lowest) / gain
    for index in members.indices where members[index].isMoved {
      members[index].position = min(members[index].ratio * factor, 1)
    }
  }

  /// Ends the movement of the master.
  public mutating func endMove() {
    isMoving = false
    for index in members.indices {
      members[index].isAside = false
      members[index].limit = 1
      members[index].floor = 0
    }
    balance()
  }

  /// Takes the current ratios, unless all members are at zero.
  private mutating func balance() {
    guard summary(of: .present, as: .loudest, { $0.position }) > 0 else {
      factor = 0
      return
    }
    factor = 1
    for index in members.indices where members[index].presence == .present {
      members[index].ratio = members[index].position
    }
  }

  private var hasRatio: Bool { members.contains { $0.isMoved && $0.ratio > 0 } }

  private mutating func shareEqually() {
    for index in members.indices where members[index].isMoved { members[index].ratio = 1 }
  }

  private func summary(
    of presence: Presence, as shows: Shown? = nil, _ number: (Member) -> Double
  ) -> Double {
    var (most, sum, count) = (0.0, 0.0, 0.0)
    for member in members where member.presence == presence {
      let number = number(member)
      most = max(most, number)
      sum += number
      count += 1
    }
    switch shows ?? self.shows {
    case .loudest: return most
    case .mean: return count > 0 ? sum / count : 0
    }
  }
}
