internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

/// A knob with the places that warnings about where it stands point at.
struct PlacedKnob {
  var knob: KnobLayout
  var nameSpan: SourceSpan
  var centerSpan: SourceSpan
  var diameterSpan: SourceSpan
  /// Where it stands in a grid.
  var cells: Grid.Cells?
  /// Whether its cell says how large it is.
  var isFitted: Bool
  var stepSpan: SourceSpan?
  var controlSpan: SourceSpan?
  /// Of a master, as they are written.
  var members: [Located<String>]?
}

extension KnobDraft {
  /// The knob with all keys checked against each other; nil after the reason was appended.
  func knob(
    _ named: Named<KnobDraft>, ruler: Ruler, in room: GridContext = .none, shelf: AssetResolver,
    look panelLook: LookDraft,
    _ context: ReadingContext
  ) -> PlacedKnob? {
    let skin = skin.written.flatMap {
      $0.value.skin(at: $0.keySpan, on: shelf, context)
    }
    let spot = place.spot(
      in: room, thing: "knob \(VisibleText.quoted(named.name))",
      free: center.keySpan.map { ("center", $0) }, context)
    let diameter =
      self.diameter.isWritten
      ? self.diameter.value.flatMap { ruler.pixels($0, along: .both, context) }
      : spot.map { KnobPlace.diameter(in: $0.box) }
    let center =
      self.center.value.flatMap { ruler.point($0, context) }
      ?? spot.flatMap { spot in
        diameter.map {
          KnobPlace.center(of: $0, in: spot.box, place.align.value ?? .center)
        }
      }
    let travel = travel(context)
    let scale = scale(context)
    let value = number(value, called: "value", in: scale, context)
    let defaultValue = number(self.defaultValue, called: "default", in: scale, context)
    context.knob = KnobContext(scale: scale ?? Scale(), value: value ?? 0)
    let controlled = control.written.flatMap {
      context.language.control.read(
        $0.value, Subject(name: "`control`", span: $0.keySpan), context)
    }
    guard let center, let diameter, let travel, let scale,
      let centerSpan = self.center.span ?? place.cell.span,
      let diameterSpan = self.diameter.span ?? place.cell.span
    else { return nil }
    var knob = KnobLayout(
      id: named.name, center: center, diameter: diameter, name: name.value, scale: scale,
      value: value ?? scale.range.lowerBound, defaultValue: defaultValue, unit: unit.value ?? "",
      turn: turn.value ?? .relative, travel: travel, control: controlled,
      location: named.nameSpan.start)
    fill(&knob, ruler: ruler, context)
    knob.skin = skin
    knob.isEnabled = enabled.value ?? true
    knob.look = look(over: panelLook, of: knob, ruler: ruler, context)
    var placed = PlacedKnob(
      knob: knob, nameSpan: named.nameSpan, centerSpan: centerSpan, diameterSpan: diameterSpan,
      cells: spot?.cells, isFitted: !self.diameter.isWritten, stepSpan: step.span,
      controlSpan: control.span)
    placed.members = context.knob?.members
    return placed
  }

  /// The number that `value` or `default` stands for, which must be one the knob can have.
  private func number(
    _ setting: Setting<Node>, called key: String, in scale: Scale?,
    _ context: ReadingContext
  ) -> Double? {
    guard let written = setting.written, !sectors.isUnreadable else { return nil }
    let subject = Subject(name: "`\(key)`", span: written.keySpan)
    if let sectors = sectors.written {
      let names = sectors.value.enumerated().map { (word: $1, value: Double($0)) }
      return Shape.choice(names).read(written.value, subject, context)
    }
    let number = Shape.number(example: 20).read(written.value, subject, context)
    guard let number, let scale else { return nil }
    if !scale.range.contains(number) {
      let range = range.span.map { [Diagnostic.Related(span: $0, message: "the range is here")] }
      context.error(
        "\(subject.name) is \(NumberText.shown(number)), outside of the range "
          + "\(NumberText.shown(scale.range.lowerBound)) to "
          + NumberText.shown(scale.range.upperBound),
        at: written.span,
        hint: range == nil ? "the range is 0 to 100 unless you write another `range`" : nil,
        related: range ?? [])
      return nil
    }
    return number
  }
}
