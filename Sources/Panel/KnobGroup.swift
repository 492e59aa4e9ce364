internal import Gesture
internal import Knobs
internal import Layout

/// A master and the knobs that it moves; `GroupProportions` says how far, this what is seen of it.
///
/// | # | the master | what comes | what happens |
/// |---|---|---|---|
/// | 1 | held | its finger turns it over a step | `changed`; its members turn with it, `remote` and a control request for each that changes |
/// | 2 | held | its finger leaves | `ended`, final control requests for the members that it changed |
/// | 3 | free | tapped, or set to a value | its event; members glide: `remote`, final control requests |
/// | 4 | free | a member changes by itself | the master shows it: `remote` if its value is another |
/// | 5 | held | a member changes by itself | the master shows it once its finger has left |
/// | 6 | held | level from a member's control | waits; forgotten when the master changes that member |
/// | 7 | any | no member can be reached | the master is offline; unknown while one is awaited |
/// | 8 | any | every member is locked | the master shows them, and turns do nothing |
///
/// Each change of a knob ends in `settle`. Members that are moved here are known to their group
/// before their own change settles.
final class KnobGroup {
  struct Member {
    unowned let knob: KnobController
    /// The value that the group knows of it.
    var value = Double.nan
    /// Its exact value before the master's last movement.
    var exactValue = 0.0
    /// True if its master has changed it, and no event has told of that yet.
    var isUnreported = false
    /// True if its master has changed it, and its control does not have the final value yet.
    var isUnsettled = false
  }

  unowned let master: KnobController
  /// The value of the master that its members follow.
  private var value: Double
  private(set) var members: [Member]
  private var proportions: GroupProportions
  /// True if every member is locked.
  private(set) var isLocked = false

  init(master: KnobController, members: [KnobController], shows: GroupProportions.Shown) {
    self.master = master
    value = master.knob.value
    self.members = members.map { Member(knob: $0) }
    proportions = GroupProportions(count: members.count, shows: shows)
    for (place, member) in members.enumerated() {
      member.membership = GroupMembership(group: self, role: .member(place: place))
    }
    master.membership = GroupMembership(group: self, role: .master)
    noteMembers()
  }

  private var now: Timestamp { master.now }

  /// True while a finger on the master moves a member.
  func moves(memberAt place: Int) -> Bool {
    proportions.isTaken && proportions.moves(member: place)
  }

  /// How high the finger on the master can turn it now, 0…1.
  func highestPosition() -> Double {
    take()
    limitMembers(isHand: true)
    return proportions.highest
  }

  /// Tells that the members have changed with their master, and asks their controls for it.
  func requestLevels(isFinal: Bool) {
    settleMaster()
    for place in members.indices {
      let member = members[place]
      if member.isUnreported {
        members[place].isUnreported = false
        member.knob.emit(.remote)
        if !isFinal { member.knob.requestLevel(isFinal: false) }
      }
      if isFinal, member.isUnsettled {
        members[place].isUnsettled = false
        member.knob.requestLevel(isFinal: true)
      }
    }
  }

  /// The finger has left the master: its members come to rest, and levels that waited come in.
  func masterReleased() {
    guard proportions.isTaken else { return }
    for place in members.indices where proportions.moves(member: place) {
      let knob = members[place].knob
      let start = knob.pointer.position
      let old = knob.knob.value
      knob.knob.release()
      knob.pointer.glide(from: start, to: knob.knob, at: now)
      memberMoved(place, from: old)
    }
    proportions.letGo()
    for place in members.indices {
      let knob = members[place].knob
      guard !knob.recognizer.isHeld, let level = knob.control.pendingLevel else { continue }
      knob.control.pendingLevel = nil
      members[place].isUnsettled = false
      knob.follow(level)
      knob.didChange()
    }
    showMembers(isDirect: false, isQuiet: false)
  }

  /// Goes on with what the same group of an earlier layout knew of its members.
  func takeOver(_ old: KnobGroup, master previous: (knob: Knob, pointer: ShownPointer)) {
    proportions = old.proportions
    for (place, member) in old.members.enumerated() {
      members[place].value = member.value
      members[place].exactValue = member.exactValue
      members[place].isUnreported = member.isUnreported
      members[place].isUnsettled = member.isUnsettled
    }
    if proportions.isTaken { (master.knob, master.pointer) = previous }
    noteMembers()
    value = master.knob.value
  }

  private func noteMembers() {
    for place in members.indices { settleMember(place, isQuiet: true) }
  }
}

// MARK: Settling

extension KnobGroup {
  /// Moves the members to where their master has been put.
  ///
  /// - Parameter isQuiet: Whether no events tell of that, and nothing glides.
  func settleMaster(isQuiet: Bool = false) {
    if master.recognizer.isHeld { take() }
    guard master.knob.value != value else { return }
    if proportions.isTaken {
      limitMembers(isHand: true)
      moveMembers(isHand: true)
      return
    }
    beginRise()
    limitMembers(isHand: false)
    proportions.take()
    moveMembers(isHand: false, isQuiet: isQuiet)
    proportions.letGo()
    if isQuiet { forgetChanges() }
    showMembers(isDirect: isQuiet, isQuiet: isQuiet)
  }

  /// Takes note of what has become of a member by itself, and shows it at the master.
  func settleMember(_ place: Int, isQuiet: Bool) {
    let known = members[place]
    let knob = known.knob.knob
    let position =
      knob.value == known.value
      ? proportions.position(ofMember: place) : knob.scale.position(ofValue: knob.value)
    members[place].value = knob.value
    let isHeld = known.knob.recognizer.isHeld
    let hasChanged = proportions.update(
      place, position: position,
      presence: known.knob.isInert ? .absent : known.knob.isLocked ? .locked : .present,
      isHeld: isHeld)
    // A finger is followed at once, anything else gliding.
    if hasChanged { showMembers(isDirect: isHeld, isQuiet: isQuiet) }
  }

  /// The finger on the master begins to move its members.
  private func take() {
    guard !proportions.isTaken else { return }
    beginRise()
    forgetChanges()
    proportions.take()
  }

  private func beginRise() {
    for place in members.indices {
      let knob = members[place].knob
      if !knob.recognizer.isHeld {
        knob.guards.rise.begin(at: exactValue(ofMember: place), time: now)
      }
    }
  }

  /// Says how high the guards of the members let the master bring them; what is no finger can also
  /// bring them back to where they were.
  private func limitMembers(isHand: Bool) {
    for place in members.indices {
      let knob = members[place].knob
      guard knob.guards.rise.isActive, proportions.moves(member: place) else { continue }
      let scale = knob.knob.scale
      let highest = knob.guards.rise.highest(from: exactValue(ofMember: place), at: now)
      var position = highest < scale.range.upperBound ? scale.position(ofValue: highest) : 1
      if !isHand, let old = proportions.positionBeforeZero(ofMember: place) {
        position = max(position, old)
      }
      proportions.limit(place, to: position)
    }
  }

  private func exactValue(ofMember place: Int) -> Double {
    members[place].knob.knob.scale.value(atPosition: proportions.position(ofMember: place))
  }

  private func moveMembers(isHand: Bool, isQuiet: Bool = false) {
    value = master.knob.value
    for place in members.indices { members[place].exactValue = exactValue(ofMember: place) }
    proportions.move(to: master.knob.scale.position(ofValue: value))
    for place in members.indices where proportions.moves(member: place) {
      let knob = members[place].knob
      let exact = exactValue(ofMember: place)
      knob.guards.rise.moved(from: members[place].exactValue, to: exact)
      let old = knob.knob.value
      if isHand {
        knob.knob.grab(atPosition: proportions.position(ofMember: place))
        knob.pointer.follow(knob.knob)
      } else {
        knob.glide(toValue: exact)
        if isQuiet { knob.pointer.stand(at: knob.knob) }
      }
      memberMoved(place, from: old)
    }
  }

  /// Takes note that the master has moved a member from a value.
  private func memberMoved(_ place: Int, from old: Double) {
    let knob = members[place].knob
    members[place].value = knob.knob.value
    if knob.knob.value != old {
      members[place].isUnreported = true
      members[place].isUnsettled = true
      knob.control.pendingLevel = nil
      knob.advanceUndo()
    }
    if knob.isMoving { knob.delegate.updateTicks(for: knob) }
    knob.didChange()
  }

  private func forgetChanges() {
    for place in members.indices {
      members[place].isUnreported = false
      members[place].isUnsettled = false
    }
  }

  /// Shows at the master where its members are.
  private func showMembers(isDirect: Bool, isQuiet: Bool) {
    let wasInert = master.isInert
    guard updateLink(), !proportions.isTaken, let position = proportions.shown else { return }
    let old = master.knob.value
    var knob = master.knob
    knob.set(value: knob.scale.value(atPosition: position))
    value = knob.value
    guard knob.value != old || wasInert else { return master.didChange() }
    master.advanceUndo()
    if isDirect || isQuiet || wasInert {
      master.knob = knob
      master.pointer.stand(at: knob)
    } else {
      master.glide(toValue: knob.value)
    }
    if !isQuiet { master.emit(.remote) }
    master.delegate.updateTicks(for: master)
    master.didChange()
  }

  /// Says of the master what its members are; false if none of them is there.
  private func updateLink() -> Bool {
    let canMove = proportions.has(.present)
    let isKnown = canMove || proportions.has(.locked)
    isLocked = isKnown && !canMove
    if isKnown {
      master.control.state = .none
      return true
    }
    let isAwaited = members.contains { $0.knob.control.state == .awaited }
    master.control.state = isAwaited ? .awaited : .lost
    master.delegate.cancelTouch(of: master)
    master.didChange()
    return false
  }
}
