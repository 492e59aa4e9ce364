/// Where the members of a group stand, and how one master moves them all in proportion.
///
/// A position is a place 0…1 on the way of a member's pointer, through its taper: members that keep
/// the ratio of their positions keep that of their percents on linear, cubic and power tapers, and
/// their distance in decibels on `db`. Positions are exact where the members themselves can only
/// rest on steps, so that no ratio drifts however often the master is turned.
///
/// | # | the master | what comes | what happens |
/// |---|---|---|---|
/// | 1 | free | a member moves by itself | its ratio is taken anew, and the master shows it |
/// | 2 | taken | it is moved | members are in the ratio they had when it was taken |
/// | 3 | taken | it would raise a member beyond its limit | it goes no further: no ratio breaks |
/// | 4 | taken | to zero | all are zero; the ratio is kept |
/// | 5 | all at zero | it is raised | they come back in the ratio they had before |
/// | 6 | all at zero, no ratio known | it is raised | they come up as equals |
/// | 7 | free | one member goes to zero by itself | it stays there, as zero times anything does |
/// | 8 | taken | a member is held by a finger of its own | it is left alone until that finger leaves |
/// | 9 | taken | that finger leaves, or anything else has moved it | the member follows in its new ratio |
/// | 9a | taken | the same, and the ratio is one above the master's, and above the one it was taken with | it stays there until the next grab: a little of the master's way would be much of its own |
/// | 9b | taken, near zero | as 9 | as 9a: near zero a ratio is none |
/// | 10 | any | a member is locked or cannot be reached | it neither moves nor counts |
public struct GroupProportions: Sendable {
  /// What the master shows of its members.
  public enum Shown: String, CaseIterable, Sendable {
    case loudest, mean
  }

  /// Whether a member can be moved.
  public enum Presence: Sendable {
    /// Cannot be reached: nothing is known of it.
    case absent
    /// Known, but it is not to be moved; counts if all are.
    case locked
    case present
  }

  private struct Member {
    var position = 0.0
    /// Its position in proportion to those of the others, also while all are at zero.
    var ratio = 0.0
    var presence = Presence.absent
    /// The highest ratio that the master, once it is taken, moves it with.
    var highestRatio = 0.0
    /// True while a finger of its own holds it.
    var isHeld = false
    /// True if it has no ratio to the others until the master is free again.
    var isAside = false
    /// The highest position that the master can bring it to.
    var limit = 1.0

    /// True if the master moves this member now.
    var isMoved: Bool { presence == .present && !isHeld && !isAside }
  }

  private let shows: Shown
  private var members: [Member]
  /// Positions are ratios times this.
  private var factor = 0.0
  /// What the master shows, divided by `factor`, since it was taken.
  private var gain = 0.0
  /// True while something moves the master.
  public private(set) var isTaken = false

  /// Below this part of where they were, members are too low to take another's ratio to them.
  private static let least = 0.05

  /// - Parameters:
  ///   - count: Of the members, none of which is there at first.
  ///   - shows: What the master shows of them.
  public init(count: Int, shows: Shown) {
    self.shows = shows
    members = Array(repeating: Member(), count: count)
  }

  /// The exact position of a member, 0…1.
  public func position(ofMember index: Int) -> Double { members[index].position }

  /// The position that a member had before all went to zero; nil while they are not there.
  public func positionBeforeZero(ofMember index: Int) -> Double? {
    factor == 0 ? members[index].ratio : nil
  }

  /// True if the master moves this member now.
  public func moves(member index: Int) -> Bool { members[index].isMoved }

  /// True if some member is so.
  public func has(_ presence: Presence) -> Bool {
    members.contains { $0.presence == presence }
  }

  /// What the master is to show, 0…1; nil if nothing is known of any member.
  public var shown: Double? {
    if has(.present) { return summary(of: .present) { $0.position } }
    return has(.locked) ? summary(of: .locked) { $0.position } : nil
  }

  /// How high the master can be while every member is within its limit.
  public var highest: Double {
    var highest = 1.0
    for member in members where member.isMoved && member.ratio > 0 {
      highest = min(highest, max(member.limit, member.position) * gain / member.ratio)
    }
    return highest
  }

  /// Says what has become of a member other than by `move`; false if that was known.
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
    if !isTaken {
      balance()
    } else {
      let ratio = factor >= Self.least ? position / factor : .infinity
      // The margin is for the rounding of a member that stands where the master does.
      members[index].isAside = ratio > members[index].highestRatio + 1e-9
      if !members[index].isAside { members[index].ratio = ratio }
    }
    return true
  }

  /// Something begins to move the master.
  public mutating func take() {
    isTaken = true
    if factor == 0, !hasRatio { shareAlike() }
    gain = (factor > 0 ? shown : summary(of: .present) { $0.ratio }) ?? 0
    if factor > 0 { gain /= factor }
    for index in members.indices {
      let ratio = members[index].presence == .present ? members[index].ratio : 0
      members[index].highestRatio = max(ratio, gain)
    }
  }

  /// How high the master can bring a member; where it is it can stay.
  public mutating func limit(_ index: Int, to position: Double) {
    members[index].limit = position
  }

  /// Moves the taken master to a position 0…1; what is beyond `highest` does not count.
  public mutating func move(to position: Double) {
    guard isTaken, gain > 0 else { return }
    factor = min(position, highest) / gain
    for index in members.indices where members[index].isMoved {
      members[index].position = min(members[index].ratio * factor, 1)
    }
  }

  /// Nothing moves the master any more.
  public mutating func letGo() {
    isTaken = false
    for index in members.indices {
      members[index].isAside = false
      members[index].limit = 1
    }
    balance()
  }

  /// Takes the ratios as they are, unless all are at zero.
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

  private mutating func shareAlike() {
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
