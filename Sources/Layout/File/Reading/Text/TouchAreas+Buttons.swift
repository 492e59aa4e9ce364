internal import Layout
internal import Diagnostics
internal import Gesture

/// Warns of buttons that are hard to touch or to identify.
extension TouchAreas {
  func check(
    _ buttons: [ButtonEntry], among knobs: [KnobEntry], _ context: ReadingContext
  ) {
    for (index, button) in buttons.enumerated() {
      context.beginItem()
      checkLabel(of: button, context)
      checkPosition(of: button, context)
      checkSize(of: button, context)
      for knob in knobs where Self.areVisibleTogether(button.button, knob.knob) {
        checkOverlap(of: button, with: knob, context)
      }
      for other in buttons[..<index]
      where Self.areVisibleTogether(button.button, other.button) {
        checkOverlap(of: button, with: other, context)
      }
    }
  }

  /// Warns of a choice with only one button, which may be misspelt.
  func checkChoices(_ buttons: [ButtonEntry], _ context: ReadingContext) {
    let names = buttons.compactMap(\.button.choice)
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    for placed in buttons {
      guard let name = placed.button.choice, counts[name] == 1 else { continue }
      context.beginItem()
      context.warning(
        "no other button has the choice \(VisibleText.quoted(name))", at: placed.choiceSpan,
        hint: Spelling.hint(for: name, among: names.filter { $0 != name })
          ?? "give all buttons of one choice the same name")
    }
  }

  private func checkLabel(of placed: ButtonEntry, _ context: ReadingContext) {
    guard placed.button.text.isEmpty, placed.button.symbol == nil else { return }
    context.warning(
      "button \(VisibleText.quoted(placed.button.id)) has no text and no icon",
      at: placed.nameSpan, hint: "add a `text` or an `icon`")
  }

  private func checkPosition(of placed: ButtonEntry, _ context: ReadingContext) {
    let button = placed.button
    let (right, bottom) = (button.width / 2, button.height / 2)
    let corners = [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)].map { x, y in
      DesignPoint(x: button.center.x + x * right, y: button.center.y + y * bottom)
    }
    let distances = corners.map { ruler.distanceBeyond($0) }
    // Corners are rounded, so part of their bounding square may lie beyond a circle.
    let slack = panel.shape == .round ? min(right, bottom) * 0.2 : 0
    guard let beyond = distances.max(), beyond > slack else { return }
    let name = VisibleText.quoted(button.id)
    let isOutside =
      button.center.x + right <= 0 || button.center.x - right >= panel.width
      || button.center.y + bottom <= 0 || button.center.y - bottom >= panel.height
    context.warning(
      isOutside
        ? "button \(name) is outside of \(ruler.panelText)"
        : "button \(name) reaches \(Self.oneDecimal(beyond)) px beyond \(ruler.panelText)",
      at: placed.centerSpan)
  }

  private func checkSize(of placed: ButtonEntry, _ context: ReadingContext) {
    checkSize(
      of: "button \(VisibleText.quoted(placed.button.id))",
      across: min(placed.button.width, placed.button.height), at: placed.sizeSpan, context
    ) { unit in "make it at least \(unit == "mm" ? "9mm" : "48") wide and high" }
  }

  private func checkOverlap(
    of placed: ButtonEntry, with other: KnobEntry, _ context: ReadingContext
  ) {
    let (button, knob) = (placed.button, other.knob)
    let overlap = -Self.gap(knob, button)
    guard overlap > 0.01 else { return }
    context.warning(
      "button \(VisibleText.quoted(button.id)) is within the touch area of "
        + "\(VisibleText.quoted(knob.id)) and takes its touches",
      at: placed.centerSpan,
      hint: "a knob takes touches within \(Dial.defaultReach) radii of its centre; move them "
        + "\(Self.oneDecimal(overlap.rounded(.up))) px apart, or make them smaller",
      related: [.init(span: other.centerSpan, message: "\(VisibleText.quoted(knob.id)) is here")])
  }

  private func checkOverlap(
    of placed: ButtonEntry, with other: ButtonEntry, _ context: ReadingContext
  ) {
    let (a, b) = (placed.button, other.button)
    let x = (a.width + b.width) / 2 - abs(a.center.x - b.center.x)
    let y = (a.height + b.height) / 2 - abs(a.center.y - b.center.y)
    guard min(x, y) > 0.01 else { return }
    context.warning(
      "the buttons \(VisibleText.quoted(a.id)) and \(VisibleText.quoted(b.id)) overlap by "
        + "\(Self.oneDecimal(min(x, y).rounded(.up))) px",
      at: placed.centerSpan, hint: "move them apart or make them smaller",
      related: [.init(span: other.centerSpan, message: "\(VisibleText.quoted(b.id)) is here")])
  }

  /// Warns of items under the tabs, which take their touches.
  func checkTabs(
    _ knobs: [KnobEntry], _ buttons: [ButtonEntry], _ context: ReadingContext
  ) {
    guard let tabs = panel.paging.tabs else { return }
    if panel.shape == .round, let span = context.pagesSpan {
      context.warning(
        "the outer tabs are outside of \(ruler.panelText)", at: span,
        hint: "write `panel: {pages: swipe}` to change pages by swipe")
    }
    let items =
      knobs.map { placed in
        let (name, radius) = (VisibleText.quoted(placed.knob.id), placed.knob.diameter / 2)
        return ("knob \(name)", placed.knob.center.y, radius, placed.centerSpan)
      }
      + buttons.map { placed in
        let (name, reach) = (VisibleText.quoted(placed.button.id), placed.button.height / 2)
        return ("button \(name)", placed.button.center.y, reach, placed.centerSpan)
      }
    for (item, y, reach, span) in items {
      context.beginItem()
      let below =
        tabs.side == .top ? tabs.height - (y - reach) : y + reach - (panel.height - tabs.height)
      guard below > 0.01 else { continue }
      context.warning(
        "\(item) reaches \(Self.oneDecimal(below)) px under the tabs", at: span,
        hint: "the tabs take the \(tabs.side.rawValue) \(Self.oneDecimal(tabs.height)) px of the "
          + "panel")
    }
  }
}
