internal import Gesture
internal import Knobs
internal import Layout

/// Masters and their members, as the tables of `KnobGroup` and `GroupLevels` say.
///
/// Whatever changes a knob ends in `show`, which comes here: a finger, a tap, a button, news from
/// outside. Members that are moved here are known to their group before they are shown.
extension PanelController {
  func makeGroups() {
    for (index, layout) in layout.knobs.enumerated() {
      guard case .group(let group)? = layout.control else { continue }
      let role = groups.count
      var members: [KnobGroup.Member] = []
      for id in group.members {
        guard let member = self.layout.knobs.firstIndex(where: { $0.id == id }), member != index,
          knobs[member].role == nil, !knobs[member].knob.travel.wraps
        else { continue }
        knobs[member].role = .member(of: role, place: members.count)
        members.append(KnobGroup.Member(knob: member, value: .nan))
      }
      knobs[index].role = .master(of: role)
      groups.append(
        KnobGroup(
          master: index, value: knobs[index].knob.value, members: members,
          levels: GroupLevels(count: members.count, shows: group.shows)))
      for place in members.indices { heed(place, ofGroup: role, isQuiet: true) }
    }
  }

  /// Lets the others of its group follow what has become of a knob.
  ///
  /// - Parameter isQuiet: Whether nobody is told, and nothing glides.
  func settleGroup(of index: Int, isQuiet: Bool = false) {
    switch knobs[index].role {
    case .master(let group)?: lead(group, isQuiet: isQuiet)
    case .member(let group, let place)?: heed(place, ofGroup: group, isQuiet: isQuiet)
    case nil: break
    }
  }

  /// How high the finger on a master can turn it now.
  func reach(ofGroup group: Int) -> Double {
    take(group)
    limit(group, isHand: true)
    return groups[group].levels.highest
  }

  /// True while news for a member waits because the finger on its master moves it.
  func isInHandOfMaster(_ index: Int) -> Bool {
    guard case .member(let group, let place)? = knobs[index].role else { return false }
    return groups[group].levels.isTaken && groups[group].levels.moves(member: place)
  }

  /// Tells of the members that their master changed, and asks their controls for it.
  func wish(ofGroup group: Int, isFinal: Bool) {
    lead(group)
    var place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place]
      if member.isUntold {
        groups[group].members[place].isUntold = false
        note(.remote, member.knob)
        if !isFinal { wish(member.knob, isFinal: false) }
      }
      if isFinal, member.isUnsettled {
        groups[group].members[place].isUnsettled = false
        wish(member.knob, isFinal: true)
      }
      place += 1
    }
  }

  /// The finger has left a master: its members come to rest, and what waited comes in.
  func letGo(_ index: Int) {
    guard case .master(let group)? = knobs[index].role, groups[group].levels.isTaken else { return }
    var place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place].knob
      if groups[group].levels.moves(member: place) {
        let shown = knobs[member].shownPosition
        let old = knobs[member].knob.value
        knobs[member].knob.release()
        knobs[member].glide(from: shown, at: now)
        moved(place, ofGroup: group, from: old)
      }
      place += 1
    }
    groups[group].levels.letGo()
    place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place].knob
      if !knobs[member].recognizer.isHeld, let level = knobs[member].awaitingRelease {
        knobs[member].awaitingRelease = nil
        groups[group].members[place].isUnsettled = false
        follow(level, member)
        show(member)
      }
      place += 1
    }
    showMembers(ofGroup: group, isDirect: false, isQuiet: false)
  }
}

extension PanelController {
  /// Moves the members to where their master has been put.
  private func lead(_ group: Int, isQuiet: Bool = false) {
    let master = groups[group].master
    if knobs[master].recognizer.isHeld { take(group) }
    guard knobs[master].knob.value != groups[group].value else { return }
    if groups[group].levels.isTaken {
      limit(group, isHand: true)
      spread(group, isHand: true)
      return
    }
    beginRise(group)
    limit(group, isHand: false)
    groups[group].levels.take()
    spread(group, isHand: false, isQuiet: isQuiet)
    groups[group].levels.letGo()
    if isQuiet { forgetChanges(group) }
    showMembers(ofGroup: group, isDirect: isQuiet, isQuiet: isQuiet)
  }

  /// The finger on a master begins to move its members.
  private func take(_ group: Int) {
    guard !groups[group].levels.isTaken else { return }
    beginRise(group)
    forgetChanges(group)
    groups[group].levels.take()
  }

  private func beginRise(_ group: Int) {
    var place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place].knob
      if !knobs[member].recognizer.isHeld {
        knobs[member].riseGuard.begin(at: exactValue(place, ofGroup: group), time: now)
      }
      place += 1
    }
  }

  /// Says how high the guards of the members let the master bring them; what is no finger can also
  /// bring them back to where they were.
  private func limit(_ group: Int, isHand: Bool) {
    var place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place].knob
      if knobs[member].riseGuard.isActive, groups[group].levels.moves(member: place) {
        let scale = knobs[member].knob.scale
        let exact = exactValue(place, ofGroup: group)
        let highest = knobs[member].riseGuard.highest(from: exact, at: now)
        var level = highest < scale.range.upperBound ? scale.position(ofValue: highest) : 1
        if !isHand, let old = groups[group].levels.levelBeforeZero(ofMember: place) {
          level = max(level, old)
        }
        groups[group].levels.limit(place, to: level)
      }
      place += 1
    }
  }

  private func exactValue(_ place: Int, ofGroup group: Int) -> Double {
    let level = groups[group].levels.level(ofMember: place)
    return knobs[groups[group].members[place].knob].knob.scale.value(atPosition: level)
  }

  private func spread(_ group: Int, isHand: Bool, isQuiet: Bool = false) {
    let master = knobs[groups[group].master].knob
    groups[group].value = master.value
    var place = 0
    while place < groups[group].members.count {
      groups[group].members[place].exact = exactValue(place, ofGroup: group)
      place += 1
    }
    groups[group].levels.move(to: master.scale.position(ofValue: master.value))
    place = 0
    while place < groups[group].members.count {
      let member = groups[group].members[place].knob
      if groups[group].levels.moves(member: place) {
        let exact = exactValue(place, ofGroup: group)
        knobs[member].riseGuard.moved(from: groups[group].members[place].exact, to: exact)
        let old = knobs[member].knob.value
        if isHand {
          knobs[member].knob.grab(atPosition: groups[group].levels.level(ofMember: place))
          knobs[member].followFinger()
        } else {
          knobs[member].go(toValue: exact, at: now)
          if isQuiet { knobs[member].stopGlide() }
        }
        moved(place, ofGroup: group, from: old)
      }
      place += 1
    }
  }

  /// Notes and shows that a master has moved a member.
  private func moved(_ place: Int, ofGroup group: Int, from old: Double) {
    let member = groups[group].members[place].knob
    let value = knobs[member].knob.value
    groups[group].members[place].value = value
    if value != old {
      groups[group].members[place].isUntold = true
      groups[group].members[place].isUnsettled = true
      knobs[member].awaitingRelease = nil
      knobs[member].decide()
    }
    if knobs[member].isMoving { attend(member) }
    show(member)
  }

  private func forgetChanges(_ group: Int) {
    var place = 0
    while place < groups[group].members.count {
      groups[group].members[place].isUntold = false
      groups[group].members[place].isUnsettled = false
      place += 1
    }
  }

  /// Takes note of what has become of a member by itself, and shows it at the master.
  func heed(_ place: Int, ofGroup group: Int, isQuiet: Bool) {
    let known = groups[group].members[place]
    let member = knobs[known.knob]
    let value = member.knob.value
    let level =
      value == known.value
      ? groups[group].levels.level(ofMember: place) : member.knob.scale.position(ofValue: value)
    groups[group].members[place].value = value
    let isHeld = member.recognizer.isHeld
    let isNews = groups[group].levels.update(
      place, level: level,
      presence: member.isInert ? .absent : member.isLocked ? .locked : .present, isHeld: isHeld)
    // A finger is followed at once, anything else gliding.
    if isNews { showMembers(ofGroup: group, isDirect: isHeld, isQuiet: isQuiet) }
  }

  /// Lets a master show the truth about its members.
  private func showMembers(ofGroup group: Int, isDirect: Bool, isQuiet: Bool) {
    let master = groups[group].master
    let wasAway = knobs[master].isInert
    guard updateLink(ofGroup: group), !groups[group].levels.isTaken,
      let shown = groups[group].levels.shown
    else { return }
    let old = knobs[master].knob.value
    var knob = knobs[master].knob
    knob.set(value: knob.scale.value(atPosition: shown))
    groups[group].value = knob.value
    guard knob.value != old || wasAway else { return show(master) }
    knobs[master].decide()
    if isDirect || isQuiet || wasAway {
      knobs[master].knob = knob
      knobs[master].stopGlide()
    } else {
      knobs[master].go(toValue: knob.value, at: now)
    }
    if !isQuiet { note(.remote, master) }
    attend(master)
    show(master)
  }

  /// Says of a master what its members are; false if none of them is there.
  private func updateLink(ofGroup group: Int) -> Bool {
    let master = groups[group].master
    let canMove = groups[group].levels.has(.present)
    let isKnown = canMove || groups[group].levels.has(.locked)
    knobs[master].isBarred = isKnown && !canMove
    if isKnown {
      knobs[master].link = .none
      return true
    }
    let isAwaited = groups[group].members.contains {
      if case .awaited = knobs[$0.knob].link { true } else { false }
    }
    knobs[master].link = isAwaited ? .awaited : .lost
    if let owner = knobs[master].recognizer.owner { cancelled(owner) }
    show(master)
    return false
  }
}
