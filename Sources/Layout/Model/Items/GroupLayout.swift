public import Knobs

/// The knobs that a master moves.
public struct GroupLayout: Hashable, Sendable {
  /// Ids of other knobs with ends; none is a master or in another group, and none is listed twice.
  public var members: [String]
  /// The level of the members shown by the master.
  public var shows: GroupProportions.Shown

  /// Creates a group of the knobs with these ids.
  public init(members: [String], shows: GroupProportions.Shown = .loudest) {
    self.members = members
    self.shows = shows
  }
}
