public import Gesture
public import LayoutFile

internal import Knobs

extension Panel {
  /// A panel for another layout that goes on where this one is, fingers included.
  ///
  /// Knobs are the same if their ids are. What this panel has to tell because of the change (of
  /// fingers that lose their knob) is among its own `events` and `wishes` afterwards; it is of no more
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
  /// | 15 | gliding, pulled beyond an end | other range or travel | glides there, or stands there |
  /// | 16 | any | has not been there | as at the start |
  ///
  /// A button of the same id that does the same with the same knobs keeps its finger and its ways
  /// back; the finger on any other one is `cancelled`. The page of the same id stays shown, else the
  /// first one is.
  public func successor(
    layout: Layout, viewport: Viewport, picture: PanelPicture? = nil, at time: Timestamp
  ) -> Panel {
    if let wake = nextWake, wake <= time { tick(at: time) }
    now = time
    let origins = origins(of: layout)
    for owner in owners where !keeps(owner.knob, in: layout, origins) { cancelled(owner.contact) }
    let places = self.layout.buttons.indices.map { place(ofButton: $0, in: layout) }
    for place in buttons.indices where buttons[place].owner != nil {
      // Tabs are the new panel's own.
      if places.indices.contains(place), places[place] != nil { continue }
      release(button: place, isCancelled: true)
    }

    let next = Panel(layout: layout, viewport: viewport, picture: picture)
    next.now = time
    let old = self.viewport
    let isElsewhere = viewport != old
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      next.succeed(
        knobs[origin], at: index,
        LivingKnob.Change(
          before: self.layout.knobs[origin], after: layout.knobs[index],
          place: isElsewhere
            ? { viewport.designPoint(displayFraction: old.displayFraction(designPoint: $0)) } : nil,
          time: time))
    }
    next.takeFingers(of: self, origins)
    for (old, place) in places.enumerated() {
      guard let place else { continue }
      next.buttons[place].succeed(buttons[old])
      next.showButton(place)
    }
    let shown =
      self.layout.pages.indices.contains(shownPage) ? self.layout.pages[shownPage].id : nil
    next.lastTouch = lastTouch
    next.set(page: layout.pages.firstIndex { $0.id == shown } ?? 0)
    return next
  }

  /// Where a layout has a button that is the same to its finger.
  private func place(ofButton index: Int, in layout: Layout) -> Int? {
    let old = self.layout.buttons[index]
    guard let place = layout.buttons.firstIndex(where: { $0.id == old.id }) else { return nil }
    let new = layout.buttons[place]
    let knobs = old.action.knobs.map { self.layout.knobs[$0].id }
    let isSame =
      old.kind == new.kind && old.action.hasKind(of: new.action)
      && knobs == new.action.knobs.map { layout.knobs[$0].id }
    return isSame ? place : nil
  }

  /// For each knob of a layout the one of the same id here.
  private func origins(of layout: Layout) -> [Int?] {
    let known = Dictionary(
      self.layout.knobs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return layout.knobs.map { known[$0.id] }
  }

  private func keeps(_ knob: Int, in layout: Layout, _ origins: [Int?]) -> Bool {
    guard let index = origins.firstIndex(of: knob) else { return false }
    return layout.knobs[index].control == self.layout.knobs[knob].control
  }

  private func succeed(_ old: LivingKnob, at index: Int, _ change: LivingKnob.Change) {
    knobs[index].succeed(old, change)
    if knobs[index].knob.value != old.knob.value, !knobs[index].isInert { note(.remote, index) }
    if change.before.report != change.after.report, old.reporter.isWaiting,
      knobs[index].reporter.change(at: now)
    {
      tell(index)
    }
    attend(index)
    show(index)
  }

  private func takeFingers(of old: Panel, _ origins: [Int?]) {
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

extension ButtonLayout.Action {
  fileprivate func hasKind(of other: ButtonLayout.Action) -> Bool {
    switch (self, other) {
    case (.mute, .mute), (.reset, .reset), (.preset, .preset), (.page, .page): true
    default: false
    }
  }
}
