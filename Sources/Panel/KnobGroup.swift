internal import Knobs

/// A master and the knobs that it moves; `GroupLevels` says how far, this what it looks like.
///
/// | # | the master | what comes | what happens |
/// |---|---|---|---|
/// | 1 | held | its finger turns it over a step | `changed`; its members turn with it, `remote` and a wish for each that changes |
/// | 2 | held | its finger leaves | `ended`, final controlRequests for the members that it changed |
/// | 3 | free | tapped, or told a value | its event; members glide: `remote`, final controlRequests |
/// | 4 | free | a member changes by itself | the master shows it: `remote` if its value is another |
/// | 5 | held | a member changes by itself | the master shows it once its finger has left |
/// | 6 | held | news from outside for a member | waits; forgotten when the master changes that member |
/// | 7 | any | no member can be reached | the master is offline; unknown while one is awaited |
/// | 8 | any | every member is locked | the master shows them, and turns do nothing |
struct KnobGroup {
  struct Member {
    var knob: Int
    /// The value that the group knows of it.
    var value: Double
    /// Its exact value before the master's last movement.
    var exact = 0.0
    /// True if its master has changed it, and nobody was told yet.
    var isUntold = false
    /// True if its master has changed it, and its control does not have the final value yet.
    var isUnsettled = false
  }

  let master: Int
  /// The value of the master that its members follow.
  var value: Double
  var members: [Member]
  var levels: GroupLevels
}

/// What a knob is in a group, which is an index in the panel's list of them.
enum GroupRole {
  case master(of: Int)
  case member(of: Int, place: Int)
}
