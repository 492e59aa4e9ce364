public import Gesture
public import Layout

internal import Knobs

extension PanelController {
  /// Creates a panel for another layout that takes over the state of this panel, including fingers.
  ///
  /// Knobs are matched by their ids. Afterwards, the `events` and `controlRequests` of this panel
  /// contain those caused by the change (for fingers that lose their knob); once they are passed
  /// on, this panel is no longer needed. The caller connects the knobs whose control is new.
  ///
  /// | # | knob | new layout | result |
  /// |---|---|---|---|
  /// | 1 | any | has it unchanged | nothing visible |
  /// | 2 | held | does not have it | `cancelled`, final control request |
  /// | 3 | held | connects it to another control, or to none | as 2, then as a free knob |
  /// | 4 | any, connected | other range, taper or steps | the level stays, the value is converted |
  /// | 5 | any, drives nothing | other range | the value stays, or the level if the value is out of range |
  /// | 6 | free, drives nothing | another `value` | set to it |
  /// | 7 | any | changes its value by 4, 5 or 6 | `remote` |
  /// | 8 | held | other location, size, sweep or turn mode | continues from its position under the new rules |
  /// | 9 | held | the finger is too far away under its rules | `cancelled`; the value stays |
  /// | 10 | held | a lock | can be turned, and locks once it is not used |
  /// | 11 | held | other rise limits | they count from the value at the start of the touch |
  /// | 12 | held, a change is delayed | other `report` | reported by the new setting |
  /// | 13 | held, a level is pending | any | the level stays pending |
  /// | 14 | muted, unlocked | any | stays muted or unlocked; unmuting restores the converted old value |
  /// | 14a | shows its value in place of its name | any | the name returns at the planned time |
  /// | 15 | gliding, pulled beyond an end | other range or travel | glides to its position, or is drawn there at once |
  /// | 16 | new | adds it | as at the start |
  ///
  /// | # | button or page | new layout | result |
  /// |---|---|---|---|
  /// | 17 | any | has a button with the same id and action on the same knobs | its finger and undo points stay |
  /// | 18 | pressed | has none, or one with another action or `lock`, or disables it | `cancelled`; `momentary`: it restores |
  /// | 19 | shown | has a page with its id | stays shown |
  /// | 20 | shown | has none | the first page is shown |
  ///
  /// - Parameters:
  ///   - layout: The new layout.
  ///   - viewport: Its location on the display.
  ///   - time: When the change happens.
  /// - Returns: The panel of the new layout.
  public func successor(
    layout: LayoutDocument, viewport: Viewport, at time: Timestamp
  ) -> PanelController {
    let next = PanelController(layout: layout, viewport: viewport)
    succeed(as: next, at: time)
    return next
  }

  /// Transfers this panel's state to a new one, like `successor(layout:viewport:at:)`; the picture
  /// keeps its shift.
  ///
  /// - Parameters:
  ///   - next: The newly created panel of the new layout.
  ///   - match: The match of the two layouts; nil to find it here.
  ///   - time: When the change happens.
  public func succeed(as next: PanelController, match: LayoutMatch? = nil, at time: Timestamp) {
    let layout = next.layout
    let match = match ?? LayoutMatch(from: self.layout, to: layout)
    next.viewport.shift = viewport.shift
    if let wake = nextWake, wake <= time { tick(at: time) }
    (now, source) = (time, .layout)
    closePad()
    for owner in owners where !keeps(owner.knob, in: layout) { cancelled(owner.contact) }
    releaseButtons(
      exceptFor: zip(layout.buttons, match.buttonOrigins).map { button, origin in
        origin.flatMap { button.isEnabled && button.lock == buttons[$0].layout.lock ? $0 : nil }
      })

    applyEffects()

    next.now = time
    next.isMidStep = true
    next.takePIN(from: self)
    next.cleaning = cleaning
    (next.messages, next.isUnseen) = (messages, isUnseen)
    next.takeKnobs(from: self, match)
    next.takeButtons(from: self, match.buttonOrigins)
    next.takeLabels(from: self)
    next.takeHolds()
    next.takeRests()
    next.context.brightness = context.brightness
    next.screenRequests = screenRequests
    next.takePage(from: self)
    next.applyEffects()
    next.takeLanguage(from: self)
    next.takeAppearances(from: self, match)
    next.isMidStep = false
    next.takeChoices(from: self, match.buttonOrigins)
  }

  /// Returns whether a layout contains a knob and connects it to the same control.
  private func keeps(_ knob: KnobController, in layout: LayoutDocument) -> Bool {
    guard let new = layout.knobs.first(where: { $0.id == knob.layout.id }) else { return false }
    return new.control == knob.layout.control
  }
}

// MARK: Taking over

extension PanelController {
  /// Takes over the knobs, with their fingers, groups and undo points.
  ///
  /// A knob that behaves as before is the same object in both panels. The state of other knobs is
  /// copied: at most a few kilobytes for each edited knob.
  private func takeKnobs(from old: PanelController, _ match: LayoutMatch) {
    let before = old.viewport
    let viewport = self.viewport
    let mapPoint: ((DesignPoint) -> DesignPoint)? =
      viewport == before
      ? nil : { viewport.designPoint(displayFraction: before.displayFraction(designPoint: $0)) }
    let hasSameMeasures =
      mapPoint == nil
      && viewport.touchPixel(of: layout.panel) == before.touchPixel(of: old.layout.panel)
    // Uses indices, because those of the knobs that stay are about to change.
    let owners = old.owners.map { (contact: $0.contact, index: $0.knob.index) }
    let second = old.secondFinger.map { ($0.contact, $0.knob.index, $0.time) }
    let groups = old.groups.map(KnownGroup.init)
    // Buttons and groups refer to the knobs made for this panel until they are moved to those that
    // stay. Releasing a thousand knobs takes longer than all the rest: the old panel does it.
    old.replaced = knobs
    var copied: [(knob: KnobController, old: KnobController)] = []
    for (index, origin) in match.knobOrigins.enumerated() {
      guard let origin else { continue }
      if hasSameMeasures, match.isSameKnob[index] {
        adopt(old.knobs[origin], at: index)
      } else {
        knobs[index].takeOver(old.knobs[origin], mapPoint: mapPoint)
        copied.append((knobs[index], old.knobs[origin]))
      }
    }
    for button in buttons { button.moveTargets(to: knobs) }
    takeGroups(groups, old, match.knobOrigins)
    for (knob, old) in copied { knob.reportTakeOver(of: old) }
    followLimits()
    applyEffects()
    takeTicks(from: old)
    takeFingers(owners, second, match.knobOrigins)
  }

  /// Continues the animations of the knobs that stay.
  private func takeTicks(from old: PanelController) {
    for index in old.tickingKnobs where old.knobs[index].context === context {
      startTicks(ofKnob: old.knobs[index].index)
    }
    planNextFrame()
  }

  /// A group of the previous panel, with the indices of its knobs there.
  private struct KnownGroup {
    let group: KnobGroup
    let master: Int
    let members: [Int]

    init(_ group: KnobGroup) {
      self.group = group
      master = group.master.index
      members = group.members.map(\.knob.index)
    }
  }

  /// Creates the groups again from the current knobs.
  ///
  /// A group with the same members takes over its state, such as the members' positions before the
  /// master was at zero.
  private func takeGroups(_ known: [KnownGroup], _ old: PanelController, _ origins: [Int?]) {
    let masters = groups.map { knobs[$0.master.index] }.map { (knob: $0.knob, pointer: $0.pointer) }
    makeGroups()
    for (group, master) in zip(groups, masters) {
      let index = group.master.index
      guard let origin = origins[index], group.master.keepsControl(of: old.knobs[origin]),
        let known = known.first(where: { $0.master == origin }),
        known.members == group.members.map({ origins[$0.knob.index] })
      else { continue }
      group.takeOver(known.group, master: master)
    }
  }

  private func takeFingers(
    _ known: [(contact: ContactID, index: Int)],
    _ second: (contact: ContactID, index: Int, time: Timestamp)?, _ origins: [Int?]
  ) {
    func successor(of index: Int) -> KnobController? {
      origins.firstIndex(of: index).map { knobs[$0] }
    }
    for owner in known {
      if let knob = successor(of: owner.index) { owners.append((owner.contact, knob)) }
    }
    if let second, let knob = successor(of: second.index) {
      secondFinger = (second.contact, knob, second.time)
    }
    // A finger that is too far away under the new rules loses its knob; its changes stay.
    for owner in owners where owner.knob.recognizer.isAstray {
      disown(owner.contact)?.end(owner.contact, restoring: false)
    }
  }
}

// MARK: Buttons

extension PanelController {
  /// Cancels the presses of buttons that do not remain.
  private func releaseButtons(exceptFor staying: [Int?]) {
    for index in buttons.indices where buttons[index].owner != nil && !staying.contains(index) {
      release(button: index, isCancelled: true)
    }
  }

  /// Takes over the values of labels; they have no ids and are matched by their controls.
  private func takeLabels(from old: PanelController) {
    let known = Dictionary(
      old.layout.labels.enumerated().compactMap { index, label in
        label.value.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    for index in labels.indices {
      guard let value = layout.labels[index].value, let origin = known[value] else { continue }
      labels[index].takeOver(old.labels[origin])
    }
  }

  private func takeButtons(from old: PanelController, _ origins: [Int?]) {
    for (button, origin) in zip(buttons, origins) {
      if let origin { button.takeOver(old.buttons[origin]) }
    }
  }
}
