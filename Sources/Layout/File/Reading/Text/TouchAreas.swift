internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

/// Warns of knobs that are hard to touch, or whose touch areas overlap.
struct TouchAreas {
  /// The minimum touch size in design pixels, if the display's true size is unknown.
  static let smallestPixels = 48.0
  /// The minimum touch size in millimetres.
  static let smallestMillimetres = 9.0

  let panel: PanelLayout
  let ruler: Ruler

  func check(_ knobs: [KnobEntry], _ context: ReadingContext) {
    // Every pair is compared, and copying whole entries with their texts would be slow.
    let areas = knobs.map { KnobArea($0) }
    for (index, knob) in knobs.enumerated() {
      context.beginItem()
      checkPosition(of: knob, context)
      checkSize(of: knob, context)
      checkStep(of: knob, context)
      for other in 0..<index where areas[index].overlaps(areas[other]) {
        checkOverlap(of: knob, with: knobs[other], context)
      }
    }
  }

  /// The touch area of a knob.
  private struct KnobArea {
    let page: Int?
    let canBeHidden: Bool
    let center: DesignPoint
    let radius: Double
    let cells: Grid.Cells?

    init(_ entry: KnobEntry) {
      page = entry.knob.page
      canBeHidden = entry.knob.canBeHidden
      center = entry.knob.center
      radius = entry.knob.diameter / 2 * Dial.defaultReach
      cells = entry.cells
    }

    func overlaps(_ other: KnobArea) -> Bool {
      guard TouchAreas.areVisibleTogether(page, other.page), !(canBeHidden && other.canBeHidden)
      else { return false }
      if let cells, let others = other.cells, cells.overlaps(others) { return true }
      return center.distance(to: other.center) < radius + other.radius
    }
  }

  /// Whether items of two pages can be visible together.
  static func areVisibleTogether(_ page: Int?, _ other: Int?) -> Bool {
    page == nil || other == nil || page == other
  }

  /// Whether two items can be visible together: they share a page, and are not meant to be shown in
  /// turn.
  static func areVisibleTogether(
    _ one: some ConditionalItem, _ other: some ConditionalItem
  ) -> Bool {
    areVisibleTogether(one.page, other.page) && !(one.canBeHidden && other.canBeHidden)
  }

  private func checkPosition(of placed: KnobEntry, _ context: ReadingContext) {
    let (knob, radius) = (placed.knob, placed.knob.diameter / 2)
    let beyond = ruler.distanceBeyond(knob.center, radius: radius)
    guard beyond > 0 else { return }
    let name = VisibleText.quoted(knob.id)
    context.warning(
      beyond >= knob.diameter
        ? "knob \(name) is outside of \(ruler.panelText)"
        : "knob \(name) reaches \(Self.oneDecimal(beyond)) px beyond \(ruler.panelText)",
      at: placed.centerSpan)
  }

  /// Warns of knobs without a `control` if others have one: it may be missing.
  func checkControls(_ knobs: [KnobEntry], _ context: ReadingContext) {
    let controlled = knobs.first { $0.knob.control?.settings != nil }
    // If clients see all knobs, those without a control are for them.
    guard let controlled, !context.connections.servePanel else { return }
    // Members of groups and limits of other knobs have an effect.
    let used = Set(
      knobs.flatMap { entry -> [String] in
        var ids = [entry.limitName?.value].compactMap { $0 }
        if case .group(let group)? = entry.knob.control { ids += group.members }
        return ids
      })
    for entry in knobs where entry.controlSpan == nil && !used.contains(entry.knob.id) {
      context.beginItem()
      let name = VisibleText.quoted(entry.knob.id)
      context.warning(
        "knob \(name) controls nothing: it has no `control`", at: entry.nameSpan,
        hint: "add one, or `control: none` if this is intended",
        related: [
          .init(
            span: controlled.nameSpan,
            message: "\(VisibleText.quoted(controlled.knob.id)) has one")
        ])
    }
  }

  private func checkSize(of placed: KnobEntry, _ context: ReadingContext) {
    let start = placed.isFitted ? "make its cell larger, or write" : "write"
    checkSize(
      of: "the touch area of \(VisibleText.quoted(placed.knob.id))",
      across: placed.knob.diameter * Dial.defaultReach, at: placed.diameterSpan, context
    ) { unit in "\(start) a diameter of at least \(unit == "mm" ? "8.2mm" : "44")" }
  }

  /// Warns of an item that is too small for a finger; `hint` receives the unit, `mm` or `px`.
  func checkSize(
    of item: String, across pixels: Double, at span: SourceSpan, _ context: ReadingContext,
    hint: @escaping (_ unit: String) -> String
  ) {
    let (size, smallest, unit) =
      ruler.scaleOfSizes.map { (pixels / $0, Self.smallestMillimetres, "mm") }
      ?? (pixels, Self.smallestPixels, "px")
    guard size < smallest else { return }
    context.warning(
      "\(item) is \(Self.oneDecimal(size)) \(unit) across; a finger needs "
        + NumberText.shown(smallest), at: span, hint: hint(unit))
  }

  private func checkStep(of placed: KnobEntry, _ context: ReadingContext) {
    let knob = placed.knob
    guard let span = placed.stepSpan, knob.scale.step > 0 else { return }
    let degrees =
      switch knob.travel {
      case .arc(let from, let to): abs(to - from)
      case .endless, .sectors: 360.0
      }
    let rimLength = degrees / 360 * Double.pi * knob.diameter
    let width = knob.scale.range.upperBound - knob.scale.range.lowerBound
    let steps = width / knob.scale.step
    guard steps > rimLength else { return }
    context.warning(
      "\(VisibleText.quoted(knob.id)) has \(Self.oneDecimal(steps)) steps on "
        + "\(Self.oneDecimal(rimLength)) px of its rim; a finger cannot set each of them",
      at: span,
      hint: "write a step of at least \(NumberText.shown(Self.roundedUp(width / rimLength))), "
        + "or give the knob more `turns`")
  }

  private func checkOverlap(
    of placed: KnobEntry, with other: KnobEntry, _ context: ReadingContext
  ) {
    let (a, b) = (placed.knob, other.knob)
    if let cells = placed.cells, let others = other.cells, cells.overlaps(others) {
      context.warning(
        "\(VisibleText.quoted(a.id)) is in the same cell as \(VisibleText.quoted(b.id))",
        at: placed.centerSpan, hint: "give each its own cell",
        related: [.init(span: other.centerSpan, message: "\(VisibleText.quoted(b.id)) is here")])
      return
    }
    let reach = (a.diameter + b.diameter) / 2 * Dial.defaultReach
    let overlap = reach - a.center.distance(to: b.center)
    // Less than a hundredth of a pixel is rounding.
    guard overlap > 0.01 else { return }
    context.warning(
      "the touch areas of \(VisibleText.quoted(a.id)) and \(VisibleText.quoted(b.id)) overlap "
        + "by \(Self.oneDecimal(overlap.rounded(.up))) px",
      at: placed.centerSpan,
      hint: "a knob takes touches within \(Dial.defaultReach) radii of its centre; move them apart "
        + "or make them smaller",
      related: [.init(span: other.centerSpan, message: "\(VisibleText.quoted(b.id)) is here")])
  }

  /// Returns the distance from a knob's touch area to a button; negative if they overlap.
  static func gap(_ knob: KnobLayout, _ button: ButtonLayout) -> Double {
    let x = max(abs(button.center.x - knob.center.x) - button.width / 2, 0)
    let y = max(abs(button.center.y - knob.center.y) - button.height / 2, 0)
    return (x * x + y * y).squareRoot() - knob.diameter / 2 * Dial.defaultReach
  }

  /// Formats a number with at most one decimal.
  static func oneDecimal(_ number: Double) -> String {
    NumberText.shown((number * 10).rounded() / 10)
  }

  /// Rounds up to 1, 2 or 5 times a power of ten.
  private static func roundedUp(_ number: Double) -> Double {
    var power = 1.0
    while power > number, power > 1e-9 { power /= 10 }
    while power * 10 < number { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { $0 >= number } ?? 10 * power
  }
}
