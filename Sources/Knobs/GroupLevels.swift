/// Where the members of a group stand, and how one master moves them all in proportion.
///
/// A level is a place 0…1 on the way of a member's pointer, through its taper: members that keep
/// the ratio of their levels keep that of their percents on linear, cubic and power tapers, and
/// their distance in decibels on `db`. Levels are exact where the members themselves can only rest
/// on steps, so that no ratio drifts however often the master is turned.
///
/// | # | the master | event | what happens |
/// |---|---|---|---|
/// | 1 | free | a member moves by itself | its ratio is taken again, and the master shows it |
/// | 2 | taken | it is moved | members are in the ratio they had when it was taken |
/// | 3 | taken | it would raise a member beyond its limit | it goes no further: no ratio breaks |
/// | 4 | taken | to zero | all are zero; the ratio is kept |
/// | 5 | all at zero | it is raised | they come back in the ratio they had before |
/// | 6 | all at zero, no ratio known | it is raised | they come up as equals |
/// | 7 | free | one member goes to zero by itself | it stays there, as zero times anything does |
/// | 8 | taken | a member is held by its own finger | it is not moved until that finger lifts |
/// | 9 | taken | that finger lifts | the member follows in its new ratio; near zero, from the next grab on |
/// | 10 | any | a member is locked or cannot be reached | it neither moves nor counts |
public struct GroupLevels: Sendable {
  /// What the master shows of its members.
  public enum Shown: String, CaseIterable, Sendable {
    /// The highest of them.
    case loudest
    /// Their mean.
    case mean
  }

  /// Whether a member can be moved.
  public enum Presence: Sendable {
    /// It cannot be reached: its state is unknown.
    case absent
    /// Its state is known, but it must not be moved; used only if no member is present.
    case locked
    /// It can be moved.
    case present
  }

  private struct Member {
    var level = 0.0
    /// Its level in proportion to those of the others, also while all are at zero.
    var share = 0.0
    var presence = Presence.absent
    /// True while it is held by its own finger.
    var isHeld = false
    /// True if it has no ratio to the others until the master is free again.
    var isAside = false
    /// The highest level that the master can bring it to.
    var limit = 1.0
  }

  private let shows: Shown
  private var members: [Member]
  /// Levels are shares times this.
  private var factor = 0.0
  /// What the master shows, divided by `factor`, since it was taken.
  private var gain = 0.0
  /// True while a finger holds the master.
  public private(set) var isTaken = false

  /// Below this part of where they were, members are too low to take another's ratio to them.
  private static let least = 0.05

  /// A group of so many members, all of them absent.
  public init(count: Int, shows: Shown) {
    self.shows = shows
    members = Array(repeating: Member(), count: count)
  }

  /// The exact level of a member.
  public func level(ofMember index: Int) -> Double { members[index].level }

  /// The level that a member had before all went to zero; nil while they are not there.
  public func levelBeforeZero(ofMember index: Int) -> Double? {
    factor == 0 ? members[index].share : nil
  }

  /// True if the master moves this member now.
  public func moves(member index: Int) -> Bool {
    let member = members[index]
    return member.presence == .present && !member.isHeld && !member.isAside
  }

  /// True if any member has this presence.
  public func has(_ presence: Presence) -> Bool {
    var index = 0
    while index < members.count {
      if members[index].presence == presence { return true }
      index += 1
    }
    return false
  }

  /// What the master shows, 0…1; nil if no member's state is known.
  public var shown: Double? {
    if has(.present) { return summary(of: .present) { $0.level } }
    return has(.locked) ? summary(of: .locked) { $0.level } : nil
  }

  /// How high the master can be while every member is within its limit.
  public var highest: Double {
    var highest = 1.0
    var index = 0
    while index < members.count {
      let member = members[index]
      if moves(member: index), member.share > 0 {
        highest = min(highest, max(member.limit, member.level) * gain / member.share)
      }
      index += 1
    }
    return highest
  }

  /// Updates a member that changed other than by `move`; false if nothing changed.
  public mutating func update(
    _ index: Int, level: Double, presence: Presence, isHeld: Bool
  ) -> Bool {
    let old = members[index]
    guard old.level != level || old.presence != presence || old.isHeld != isHeld else {
      return false
    }
    members[index].level = level
    members[index].presence = presence
    members[index].isHeld = isHeld
    if !isTaken {
      balance()
    } else if factor >= Self.least {
      members[index].share = level / factor
    } else {
      members[index].isAside = true
    }
    return true
  }

  /// A finger begins to hold the master.
  public mutating func take() {
    isTaken = true
    if factor == 0, !hasShare { shareAlike() }
    gain = (factor > 0 ? shown : summary(of: .present) { $0.share }) ?? 0
    if factor > 0 { gain /= factor }
  }

  /// How high the master can bring a member; where it is it can stay.
  public mutating func limit(_ index: Int, to level: Double) {
    members[index].limit = level
  }

  /// The finger moves the master to a position 0…1, which is limited to `highest`.
  public mutating func move(to place: Double) {
    guard isTaken, gain > 0 else { return }
    factor = min(place, highest) / gain
    var index = 0
    while index < members.count {
      if moves(member: index) { members[index].level = min(members[index].share * factor, 1) }
      index += 1
    }
  }

  /// The finger lifts from the master.
  public mutating func letGo() {
    isTaken = false
    var index = 0
    while index < members.count {
      members[index].isAside = false
      members[index].limit = 1
      index += 1
    }
    balance()
  }

  /// Takes the ratios as they are, unless all are at zero.
  private mutating func balance() {
    guard summary(of: .present, as: .loudest, { $0.level }) > 0 else {
      factor = 0
      return
    }
    factor = 1
    var index = 0
    while index < members.count {
      if members[index].presence == .present { members[index].share = members[index].level }
      index += 1
    }
  }

  private var hasShare: Bool {
    var index = 0
    while index < members.count {
      if moves(member: index), members[index].share > 0 { return true }
      index += 1
    }
    return false
  }

  private mutating func shareAlike() {
    var index = 0
    while index < members.count {
      if moves(member: index) { members[index].share = 1 }
      index += 1
    }
  }

  private func summary(
    of presence: Presence, as shows: Shown? = nil, _ number: (Member) -> Double
  ) -> Double {
    var (most, sum, count) = (0.0, 0.0, 0.0)
    var index = 0
    while index < members.count {
      if members[index].presence == presence {
        let number = number(members[index])
        most = max(most, number)
        sum += number
        count += 1
      }
      index += 1
    }
    switch shows ?? self.shows {
    case .loudest: return most
    case .mean: return count > 0 ? sum / count : 0
    }
  }
}
