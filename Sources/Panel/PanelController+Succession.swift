public import Gesture
public import Layout

internal import Knobs

extension PanelController {
  /// Creates a panel for another layout that takes over the state of this one, including fingers.
  ///
  /// Knobs are matched by their ids. Events and requests that the change causes (for fingers that
  /// lose their knob) are in the `events` and `controlRequests` of this panel afterwards; it is no
  /// longer needed once these are passed on. The caller connects the knobs whose control is new.
  ///
  /// | # | knob | new layout | result |
  /// |---|---|---|---|
  /// | 1 | any | has it unchanged | nothing visible |
  /// | 2 | held | does not have it | `cancelled`, final control request |
  /// | 3 | held | connects it to another control, or to none | as 2, then as a free knob |
  /// | 4 | any, connected | other range, taper or steps | the level stays, the value is converted |
  /// | 5 | any, drives nothing | other range | the value stays, or if it is out of range the level |
  /// | 6 | free, drives nothing | another `value` | set to it |
  /// | 7 | any | changes its value by 4, 5 or 6 | `remote` |
  /// | 8 | held | other place, size, sweep or turn mode | continues from its position by the new rules |
  /// | 9 | held | the finger is too far away under its rules | `cancelled`; the value stays |
  /// | 10 | held | a lock | can be turned, and locks once it is not used |
  /// | 11 | held | other rise limits | they count from the value at the start of the touch |
  /// | 12 | held, a change is delayed | other `report` | reported by the new setting |
  /// | 13 | held, a level is pending | any | the level stays pending |
  /// | 14 | muted, unlocked | any | stays so; restores the converted old value |
  /// | 14a | shows its value in place of its name | any | the name returns at the planned time |
  /// | 15 | gliding, pulled beyond an end | other range or travel | glides to its position, or is drawn there at once |
  /// | 16 | new | adds it | as at the start |
  ///
  /// | # | button or page | new layout | result |
  /// |---|---|---|---|
  /// | 17 | any | has one with its id that does the same to the same knobs | its finger and undo points stay |
  /// | 18 | pressed | has none, it does something else, is disabled, or has another `lock` | `cancelled`; `momentary`: it restores |
  /// | 19 | shown | has a page with its id | stays shown |
  /// | 20 | shown | has none | the first page is shown |
  ///
  /// - Parameters:
  ///   - layout: The new layout.
  ///   - viewport: Where it lies on the display.
  ///   - time: When the change happens.
  /// - Returns: The panel of the new layout.
  public func successor(
    layout: LayoutDocument, viewport: Viewport, at time: Timestamp
  ) -> PanelController {
    let next = PanelController(layout: layout, viewport: viewport)
    succeed(as: next, at: time)
    return next
  }

  /// As `successor(layout:viewport:at:)`, into a panel of the new layout that was just made; the picture
  /// stays shifted as it is.
  public func succeed(as next: PanelController, at time: Timestamp) {
    let layout = next.layout
    next.viewport.shift = viewport.shift
    if let wake = nextWake, wake <= time { tick(at: time) }
    now = time
    closePad()
    let knobOrigins = knobOrigins(of: layout)
    let buttonOrigins = buttonOrigins(of: layout, knobOrigins)
    for owner in owners where !keeps(owner.knob, in: layout) { cancelled(owner.contact) }
    releaseButtons(
      exceptFor: zip(layout.buttons, buttonOrigins).map { button, origin in
        origin.flatMap { button.isEnabled && button.lock == buttons[$0].lock ? $0 : nil }
      })

    next.now = time
    next.isMidStep = true
    next.takePIN(of: self)
    next.cleaning = cleaning
    next.takeKnobs(of: self, knobOrigins)
    next.takeFingers(of: self, knobOrigins)
    next.takeButtons(of: self, buttonOrigins)
    next.takeLabels(of: self)
    next.takeHolds()
    next.isMidStep = false
    next.takeChoices(of: self, buttonOrigins)
    next.takePage(of: self)
  }

  /// For each knob of a layout, the index of the knob with the same id here.
  private func knobOrigins(of layout: LayoutDocument) -> [Int?] {
    let known = Dictionary(knobs.map { ($0.layout.id, $0.index) }) { first, _ in first }
    return layout.knobs.indices.map { known[layout.knobs[$0].id] }
  }

  /// True if a layout has a knob and connects it to the same control.
  private func keeps(_ knob: KnobController, in layout: LayoutDocument) -> Bool {
    guard let new = layout.knobs.first(where: { $0.id == knob.layout.id }) else { return false }
    return new.control == knob.layout.control
  }
}

// MARK: Taking over

extension PanelController {
  private func takeKnobs(of old: PanelController, _ origins: [Int?]) {
    let before = old.viewport
    let viewport = self.viewport
    let place: ((DesignPoint) -> DesignPoint)? =
      viewport == before
      ? nil : { viewport.designPoint(displayFraction: before.displayFraction(designPoint: $0)) }
    let pairs = zip(knobs, origins).compactMap { knob, origin in
      origin.map { (knob: knob, old: old.knobs[$0]) }
    }
    for (knob, old) in pairs { knob.takeOver(old, place: place) }
    takeGroups(of: old, origins)
    for (knob, old) in pairs { knob.reportTakeOver(of: old) }
  }

  /// Creates the groups again from the current knobs.
  ///
  /// A group with the same members takes over its state, such as the members' positions before the
  /// master was at zero.
  private func takeGroups(of old: PanelController, _ origins: [Int?]) {
    for knob in knobs { knob.membership = nil }
    let masters = groups.map { (knob: $0.master.knob, pointer: $0.master.pointer) }
    makeGroups()
    for (group, master) in zip(groups, masters) {
      let index = group.master.index
      guard let origin = origins[index], group.master.keepsControl(of: old.knobs[origin]),
        let known = old.groups.first(where: { $0.master.index == origin }),
        known.members.map(\.knob.index) == group.members.map({ origins[$0.knob.index] })
      else { continue }
      group.takeOver(known, master: master)
    }
  }

  private func takeFingers(of old: PanelController, _ origins: [Int?]) {
    func successor(of knob: KnobController) -> KnobController? {
      origins.firstIndex(of: knob.index).map { knobs[$0] }
    }
    for owner in old.owners {
      if let knob = successor(of: owner.knob) { owners.append((owner.contact, knob)) }
    }
    if let second = old.secondFinger, let knob = successor(of: second.knob) {
      secondFinger = (second.contact, knob, second.time)
    }
    // A finger that is too far away under the new rules loses its knob; its changes are kept.
    for owner in owners where owner.knob.recognizer.isAstray {
      disown(owner.contact)?.end(owner.contact, restoring: false)
    }
  }
}

// MARK: Buttons

extension PanelController {
  /// Finds the buttons of this panel that a new layout keeps.
  ///
  /// - Parameters:
  ///   - layout: The new layout.
  ///   - knobOrigins: For each knob of the new layout, the index of the knob with the same id here.
  /// - Returns: For each button of the new layout, the index of the button here that has the same
  ///   id and does the same; nil if there is none.
  private func buttonOrigins(of layout: LayoutDocument, _ knobOrigins: [Int?]) -> [Int?] {
    let pages = layout.pages.map { page in self.layout.pages.firstIndex { $0.id == page.id } }
    let known = Dictionary(
      self.layout.buttons.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return layout.buttons.map { button in
      guard let place = known[button.id], self.layout.buttons[place].kind == button.kind,
        self.layout.buttons[place].action == button.action.mapped(knobs: knobOrigins, pages: pages)
      else { return nil }
      return place
    }
  }

  /// Cancels the presses of buttons that do not stay.
  private func releaseButtons(exceptFor staying: [Int?]) {
    for place in buttons.indices where buttons[place].owner != nil && !staying.contains(place) {
      release(button: place, isCancelled: true)
    }
  }

  /// Labels have no names: those with the same control show the same.
  private func takeLabels(of old: PanelController) {
    let known = Dictionary(
      old.layout.labels.enumerated().compactMap { index, label in
        label.value.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    for index in labels.indices {
      guard let value = layout.labels[index].value, let origin = known[value] else { continue }
      labels[index].takeOver(old.labels[origin])
    }
  }

  private func takeButtons(of old: PanelController, _ origins: [Int?]) {
    for (button, origin) in zip(buttons, origins) {
      if let origin { button.takeOver(old.buttons[origin]) }
    }
  }
}

extension ButtonLayout.Action {
  /// The same action with mapped indices of knobs and page; nil if one of them has no counterpart.
  fileprivate func mapped(knobs indices: [Int?], pages: [Int?]) -> ButtonLayout.Action? {
    let mapped = knobs.compactMap { indices.indices.contains($0) ? indices[$0] : nil }
    guard mapped.count == knobs.count else { return nil }
    return switch self {
    case .page(.index(let page)):
      pages.indices.contains(page) ? pages[page].map { .page(.index($0)) } : nil
    case .page, .send, .panel: self
    case .mute: .mute(mapped)
    case .reset: .reset(mapped)
    case .preset(let targets): .preset(Self.targets(targets, mapped))
    case .change(let targets): .change(Self.targets(targets, mapped))
    }
  }

  private static func targets(
    _ targets: [ButtonLayout.Target], _ knobs: [Int]
  ) -> [ButtonLayout.Target] {
    zip(targets, knobs).map { ButtonLayout.Target(knob: $1, value: $0.value) }
  }
}
