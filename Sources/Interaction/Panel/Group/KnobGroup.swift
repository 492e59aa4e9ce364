internal import Gesture
internal import Knobs
internal import Layout

/// A master knob and the members that it moves.
///
/// `GroupProportions` computes how far they move; this class handles events and requests.
///
/// | # | master | event | result |
/// |---|---|---|---|
/// | 1 | held | its finger turns it by a step | `changed`; the members follow, with `remote` and a control request for each that changes |
/// | 2 | held | its finger lifts | `ended`, final control requests for the members that it changed |
/// | 3 | free | it is tapped, or set to a value | its own event; the members glide: `remote`, final control requests |
/// | 4 | free | a member changes by itself | the master is updated: `remote` if its value changes |
/// | 5 | held | a member changes by itself | the master is updated after its finger lifts |
/// | 6 | held | level from a member's control | kept pending; dropped when the master changes that member |
/// | 7 | any | no member is available | the master is offline, or unknown while a member is awaited |
/// | 8 | any | every member is locked | the master shows their position; turning it does nothing |
///
/// Each change of a knob ends in `settle`. When the group moves a member, it records the new value
/// before the member's own change settles.
final class KnobGroup {
  struct Member {
    unowned let knob: KnobController
    /// The last value that the group recorded.
    var value = Double.nan
    /// Its exact value before the master's last movement.
    var exactValue = 0.0
    /// Whether the master has changed it and no event has reported that yet.
    var isUnreported = false
    /// Whether the master has changed it and its control has not received the final value yet.
    var isUnsettled = false
  }

  unowned let master: KnobController
  /// The master's value that the members follow.
  private var value: Double
  private(set) var members: [Member]
  private var proportions: GroupProportions
  /// Whether the master is returning by itself, which does not count as use of its members.
  var isReturning = false
  /// Whether every member is locked.
  private(set) var isLocked = false

  init(master: KnobController, members: [KnobController], shows: GroupProportions.Shown) {
    self.master = master
    value = master.knob.value
    self.members = members.map { Member(knob: $0) }
    proportions = GroupProportions(count: members.count, shows: shows)
    for (index, member) in members.enumerated() {
      member.membership = GroupMembership(group: self, role: .member(index: index))
    }
    master.membership = GroupMembership(group: self, role: .master)
    noteMembers()
  }

  private var now: Timestamp { master.now }

  /// Returns whether a finger on the master moves this member.
  func moves(memberAt index: Int) -> Bool {
    proportions.isMoving && proportions.moves(member: index)
  }

  /// Returns the highest position to which a finger can turn the master now, 0…1.
  func highestPosition() -> Double {
    beginMove()
    limitMembers(isByHand: true)
    return proportions.highest
  }

  /// Returns the lowest position to which a finger can turn the master now, 0…1.
  func lowestPosition() -> Double {
    beginMove()
    limitMembers(isByHand: true)
    return proportions.lowest
  }

  /// Emits events for the members that their master has changed, and requests their levels.
  func requestLevels(isFinal: Bool) {
    settleMaster()
    for index in members.indices {
      let member = members[index]
      if member.isUnreported {
        members[index].isUnreported = false
        member.knob.emit(.remote)
        if !isFinal { member.knob.requestLevel(isFinal: false) }
      }
      if isFinal, member.isUnsettled {
        members[index].isUnsettled = false
        member.knob.requestLevel(isFinal: true)
      }
    }
  }

  /// Handles the finger leaving the master: settles the members and applies pending levels.
  func masterReleased() {
    guard proportions.isMoving else { return }
    for index in members.indices where proportions.moves(member: index) {
      let knob = members[index].knob
      let start = knob.pointer.position
      let old = knob.knob.value
      knob.knob.release()
      knob.pointer.glide(from: start, to: knob.knob, at: now)
      memberMoved(index, from: old)
    }
    proportions.endMove()
    for index in members.indices {
      let knob = members[index].knob
      guard !knob.recognizer.isHeld, let level = knob.control.pendingLevel else { continue }
      knob.control.pendingLevel = nil
      members[index].isUnsettled = false
      knob.follow(level)
      knob.didChange()
    }
    showMembers(isDirect: false, isQuiet: false)
  }

  /// Takes over the state of the same group in an earlier layout.
  func takeOver(_ old: KnobGroup, master previous: (knob: Knob, pointer: ShownPointer)) {
    proportions = old.proportions
    for (index, member) in old.members.enumerated() {
      members[index].value = member.value
      members[index].exactValue = member.exactValue
      members[index].isUnreported = member.isUnreported
      members[index].isUnsettled = member.isUnsettled
    }
    if proportions.isMoving { (master.knob, master.pointer) = previous }
    noteMembers()
    value = master.knob.value
  }

  private func noteMembers() {
    for index in members.indices { settleMember(index, isQuiet: true) }
  }
}

// MARK: Settling

extension KnobGroup {
  /// Moves the members according to the master's position.
  ///
  /// - Parameter isQuiet: Whether to emit no events and animate nothing.
  func settleMaster(isQuiet: Bool = false) {
    if master.recognizer.isHeld { beginMove() }
    guard master.knob.value != value else { return }
    if proportions.isMoving {
      limitMembers(isByHand: true)
      moveMembers(isByHand: true)
      return
    }
    beginRise()
    limitMembers(isByHand: false)
    proportions.beginMove()
    moveMembers(isByHand: false, isQuiet: isQuiet)
    proportions.endMove()
    if isQuiet { forgetChanges() }
    showMembers(isDirect: isQuiet, isQuiet: isQuiet)
  }

  /// Records a member's change that did not come from the master and updates the master.
  func settleMember(_ index: Int, isQuiet: Bool) {
    let known = members[index]
    let knob = known.knob.knob
    let position =
      knob.value == known.value
      ? proportions.position(ofMember: index) : knob.scale.position(ofValue: knob.value)
    members[index].value = knob.value
    let isHeld = known.knob.recognizer.isHeld
    let hasChanged = proportions.update(
      index, position: position,
      presence: known.knob.isInert ? .absent : known.knob.isLocked ? .locked : .present,
      isHeld: isHeld)
    // A finger is followed at once; other changes are animated.
    if hasChanged {
      showMembers(isDirect: isHeld, isQuiet: isQuiet)
    } else if known.knob.isInert {
      // It cannot be turned in either case, but the master may have changed from awaited to lost.
      _ = updateLink()
    }
  }

  /// Begins moving the members with the finger on the master.
  private func beginMove() {
    guard !proportions.isMoving else { return }
    beginRise()
    forgetChanges()
    proportions.beginMove()
  }

  private func beginRise() {
    for index in members.indices {
      let knob = members[index].knob
      if !knob.recognizer.isHeld {
        knob.guards.rise.begin(at: exactValue(ofMember: index), time: now)
      }
    }
  }

  /// Applies the members' rise limits to the master.
  ///
  /// A change that does not come from a finger may also restore the members' earlier positions.
  private func limitMembers(isByHand: Bool) {
    for index in members.indices {
      let knob = members[index].knob
      guard knob.guards.rise.isActive, proportions.moves(member: index) else { continue }
      let scale = knob.knob.scale
      let highest = knob.guards.rise.highest(from: exactValue(ofMember: index), at: now)
      var position = highest < scale.range.upperBound ? scale.position(ofValue: highest) : 1
      var floor = 0.0
      if isByHand, let window = knob.guards.rise.window {
        floor = scale.position(ofValue: window.lowerBound)
      }
      if !isByHand, let old = proportions.positionBeforeZero(ofMember: index) {
        position = max(position, min(old, scale.position(ofValue: knob.guards.rise.limit)))
      }
      proportions.limit(index, to: position, floor: floor)
    }
  }

  private func exactValue(ofMember index: Int) -> Double {
    members[index].knob.knob.scale.value(atPosition: proportions.position(ofMember: index))
  }

  private func moveMembers(isByHand: Bool, isQuiet: Bool = false) {
    value = master.knob.value
    for index in members.indices { members[index].exactValue = exactValue(ofMember: index) }
    proportions.move(to: master.knob.scale.position(ofValue: value))
    for index in members.indices where proportions.moves(member: index) {
      let knob = members[index].knob
      let exact = exactValue(ofMember: index)
      knob.guards.rise.moved(from: members[index].exactValue, to: exact)
      let old = knob.knob.value
      if isByHand {
        knob.knob.grab(atPosition: proportions.position(ofMember: index))
        knob.pointer.follow(knob.knob)
      } else {
        knob.glide(toValue: exact)
        if isQuiet { knob.pointer.jump(to: knob.knob) }
      }
      memberMoved(index, from: old)
    }
  }

  /// Records that the master has moved a member from the value `old`.
  private func memberMoved(_ index: Int, from old: Double) {
    let knob = members[index].knob
    members[index].value = knob.knob.value
    if knob.knob.value != old {
      members[index].isUnreported = true
      members[index].isUnsettled = true
      knob.control.pendingLevel = nil
      knob.ramp = nil
      knob.advanceUndo()
      if !isReturning { knob.wasUsed() }
    }
    if knob.isMoving { knob.leave(.updateTicks(knob: knob.index)) }
    knob.didChange()
  }

  private func forgetChanges() {
    for index in members.indices {
      members[index].isUnreported = false
      members[index].isUnsettled = false
    }
  }

  /// Sets the master to its members' combined position.
  private func showMembers(isDirect: Bool, isQuiet: Bool) {
    let wasInert = master.isInert
    guard updateLink(), !proportions.isMoving, let position = proportions.shown else { return }
    let old = master.knob.value
    var knob = master.knob
    knob.set(value: knob.scale.value(atPosition: position))
    value = knob.value
    guard knob.value != old || wasInert else { return master.didChange() }
    master.advanceUndo()
    if isDirect || isQuiet || wasInert {
      master.knob = knob
      master.pointer.jump(to: knob)
    } else {
      master.glide(toValue: knob.value)
    }
    if !isQuiet { master.emit(.remote) }
    master.leave(.updateTicks(knob: master.index))
    master.didChange()
  }

  /// Derives the master's state from its members; returns whether any of them is available.
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
    master.leave(.cancelTouch(knob: master.index))
    master.didChange()
    return false
  }
}
