public import Gesture
public import Layout

internal import Knobs

extension PanelController {
  /// A panel for another layout that goes on where this one is, fingers included.
  ///
  /// Knobs are the same if their ids are. What this panel has to tell because of the change (of
  /// fingers that lose their knob) is among its own `events` and `controlRequests` afterwards; it is of no more
  /// use once these are passed on. The caller connects the knobs whose control is new.
  ///
  /// | # | the knob | the new layout | what happens |
  /// |---|---|---|---|
  /// | 1 | any | has it unchanged | nothing that anybody could notice |
  /// | 2 | held | does not have it | `cancelled`, its control gets the final value |
  /// | 3 | held | connects it to something else, or to nothing | as 2, then as free |
  /// | 4 | any, connected | other range, taper or steps | the level stays, the value is what it means now |
  /// | 5 | any, drives nothing | other range | the value stays; if it has no such value, the level |
  /// | 6 | free, drives nothing | another `value` | goes there |
  /// | 7 | any | its value becomes another by 4, 5 or 6 | `remote` |
  /// | 8 | held | another place, size, sweep, way to turn | turns on from where it is by the new ones |
  /// | 9 | held | its finger is where the new rules let go | `cancelled`; the value stays |
  /// | 10 | held | a lock | turns on, and locks once left alone |
  /// | 11 | held | other limits for rises | they count from the value that the finger found |
  /// | 12 | held, a change waits to be told | other `report` | told when that says so |
  /// | 13 | held, news waits | any | waits on |
  /// | 14 | muted, unlocked | any | stays so; goes back to what its old value means now |
  /// | 14a | shows its value before its name comes back | any | the name comes when it would have |
  /// | 15 | gliding, pulled beyond an end | other range or travel | glides there, or stands there |
  /// | 16 | any | has not been there | as at the start |
  ///
  /// | # | the button, the page | the new layout | what happens |
  /// |---|---|---|---|
  /// | 17 | any | has one of that id that does the same to the same knobs | its finger and the ways back stay |
  /// | 18 | pressed | has none, or it does something else | `cancelled`; `momentary`: it goes back |
  /// | 19 | shown | has a page of that id | stays shown |
  /// | 20 | shown | has none | the first page is shown |
  public func successor(
    layout: LayoutDocument, viewport: Viewport, at time: Timestamp
  ) -> PanelController {
    if let wake = nextWake, wake <= time { tick(at: time) }
    now = time
    let origins = origins(of: layout)
    let earlier = buttonOrigins(of: layout, origins)
    for owner in owners where !keeps(owner.knob, in: layout, origins) { cancelled(owner.contact) }
    releaseButtons(exceptFor: earlier)

    let next = PanelController(layout: layout, viewport: viewport)
    next.now = time
    let old = self.viewport
    let isElsewhere = viewport != old
    let changes = origins.enumerated().map { index, origin in
      origin.map { origin in
        KnobController.Change(
          before: self.layout.knobs[origin], after: layout.knobs[index],
          place: isElsewhere
            ? { viewport.designPoint(displayFraction: old.displayFraction(designPoint: $0)) } : nil,
          time: time)
      }
    }
    for (index, change) in changes.enumerated() {
      if let change, let origin = origins[index] {
        next.knobs[index].succeed(knobs[origin], change)
      }
    }
    next.takeGroups(of: self, origins)
    for (index, change) in changes.enumerated() {
      if let change, let origin = origins[index] { next.tell(index, knobs[origin], change) }
    }
    next.takeFingers(of: self, origins)
    next.takeButtons(of: self, earlier)
    next.takePage(of: self)
    return next
  }

  /// For each knob of a layout the one of the same id here.
  private func origins(of layout: LayoutDocument) -> [Int?] {
    let known = Dictionary(
      self.layout.knobs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return layout.knobs.map { known[$0.id] }
  }

  private func keeps(_ knob: Int, in layout: LayoutDocument, _ origins: [Int?]) -> Bool {
    guard let index = origins.firstIndex(of: knob) else { return false }
    return layout.knobs[index].control == self.layout.knobs[knob].control
  }

  /// Says what a change has made of a knob.
  private func tell(_ index: Int, _ old: KnobController, _ change: KnobController.Change) {
    if knobs[index].knob.value != old.knob.value, !knobs[index].isInert { note(.remote, index) }
    if change.before.report != change.after.report, old.reporter.isWaiting,
      knobs[index].reporter.change(at: now)
    {
      tell(index)
    }
    attend(index)
    show(index)
  }

  /// Makes the groups anew of what the knobs are now.
  ///
  /// A group with the same members goes on with what it knows of them, such as where they were
  /// before its master was at zero.
  private func takeGroups(of old: PanelController, _ origins: [Int?]) {
    groups.removeAll()
    for index in knobs.indices {
      knobs[index].role = nil
      knobs[index].isBarred = false
    }
    let masters = knobs
    makeGroups()
    for index in groups.indices {
      let master = groups[index].master
      guard let origin = origins[master],
        layout.knobs[master].control == old.layout.knobs[origin].control,
        let known = old.groups.first(where: { $0.master == origin }),
        known.members.map(\.knob) == groups[index].members.map({ origins[$0.knob] })
      else { continue }
      groups[index].levels = known.levels
      for place in known.members.indices {
        var member = known.members[place]
        member.knob = groups[index].members[place].knob
        groups[index].members[place] = member
      }
      if known.levels.isTaken {
        knobs[master].knob = masters[master].knob
        knobs[master].shownPosition = masters[master].shownPosition
      }
      for place in known.members.indices { heed(place, ofGroup: index, isQuiet: true) }
      groups[index].value = knobs[master].knob.value
    }
  }

  private func takeFingers(of old: PanelController, _ origins: [Int?]) {
    for owner in old.owners {
      guard let index = origins.firstIndex(of: owner.knob) else { continue }
      owners.append((owner.contact, index))
    }
    if let guest = old.guest, let index = origins.firstIndex(of: guest.knob) {
      self.guest = (guest.contact, index, guest.point, guest.time)
    }
    for owner in owners where knobs[owner.knob].recognizer.isAstray { release(astray: owner) }
  }

  /// Ends what a finger did to a knob that has gone away from it; none of it is taken back.
  private func release(astray owner: (contact: ContactID, knob: Int)) {
    guard disown(owner.contact) != nil,
      knobs[owner.knob].recognizer.cancelled(owner.contact) != nil
    else { return }
    ended(cancelling: owner.knob, restoring: false)
  }
}
