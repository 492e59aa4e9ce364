public import Knobs

/// The knobs that a master moves.
public struct GroupLayout: Hashable, Sendable {
  /// Ids of other knobs with ends; none is a master or in another group, and none is there twice.
  public var members: [String]
  public var shows: GroupProportions.Shown

  public init(members: [String], shows: GroupProportions.Shown = .loudest) {
    self.members = members
    self.shows = shows
  }
}
