import Layout
import Panel
import Raster

/// The drawn appearance of a knob with a skin for one view state.
struct SkinElements: ElementList, ~Copyable {
  typealias Face = SkinFace

  let state: SkinLayout.State
  let filmstrip: FilmstripElement
  let rotating: RotatingImageElement
  let foreground = ForegroundElement()
  let stop = StopElement<SkinFace>()
  let stopGlow: StopGlowElement<SkinFace>
  let marks: MarksElement<SkinFace>
  let name = SkinNameElement()
  let value: ValueElement<SkinFace>
  let indicator: IndicatorElement<SkinFace>
  let gear: GearElement<SkinFace>
  let hold: HoldElement<SkinFace>

  init(_ view: KnobViewState, _ face: SkinFace) {
    state = SkinLayout.State(view)
    // Use the start of the travel while the value is not known.
    let position = view.state == .unknown ? 0 : view.position.clampedFraction
    filmstrip = FilmstripElement(frame: face.layers(state).strip?.index(at: position) ?? 0)
    rotating = RotatingImageElement(
      angle: Direction(degrees: face.travel.degrees(at: position) + view.drawnOverTravel))
    let isNormal = view.state == .normal
    let isLocked = isNormal && view.isLocked
    let isHeld = isNormal && view.isHeld && !isLocked
    func degrees(_ position: Double?) -> Double? {
      guard let position, position.isFinite else { return nil }
      return face.travel.degrees(at: position.clampedFraction)
    }
    stopGlow = StopGlowElement(view, face)
    marks = MarksElement(
      origin: isHeld ? degrees(view.origin) : nil, ghost: isNormal ? degrees(view.ghost) : nil)
    let indicator: Indicator =
      isLocked
      ? (face.showsLock ? .none : .padlock)
      : isNormal && view.mutedFrom != nil ? .muted : .none
    let nameShare =
      isNormal && indicator != .muted && face.swappedName != nil
      ? Float(view.nameShare.clampedFraction) : 0
    value = ValueElement(
      text: indicator == .muted || nameShare == 1
        ? GlyphRun()
        : face.texts.value.text(view, lift: indicator == .padlock ? face.indicators.lift : 0),
      nameShare: nameShare)
    self.indicator = IndicatorElement(indicator: indicator)
    hold = HoldElement(progress: isLocked ? view.holdProgress.clampedFraction : 0)
    gear = GearElement(text: isHeld ? face.gearText(view.gear) : GlyphRun())
  }

  @inline(__always)
  func visitElements<Visitor: ElementVisitor>(
    _ visitor: Visitor.Type, old: borrowing SkinElements, _ face: SkinFace,
    _ context: inout Visitor.Context
  )
  where Visitor.Face == SkinFace {
    visitor.visit(filmstrip, old: old.filmstrip, face, state, &context)
    visitor.visit(rotating, old: old.rotating, face, state, &context)
    visitor.visit(foreground, old: old.foreground, face, state, &context)
    visitor.visit(stop, old: old.stop, face, state, &context)
    visitor.visit(stopGlow, old: old.stopGlow, face, state, &context)
    visitor.visit(marks, old: old.marks, face, state, &context)
    visitor.visit(name, old: old.name, face, state, &context)
    visitor.visit(value, old: old.value, face, state, &context)
    visitor.visit(indicator, old: old.indicator, face, state, &context)
    visitor.visit(gear, old: old.gear, face, state, &context)
    visitor.visit(hold, old: old.hold, face, state, &context)
  }
}

extension SkinLayout.State {
  /// Creates the state whose images a view state is drawn with.
  fileprivate init(_ view: KnobViewState) {
    switch view.state {
    case .unknown: self = .unknown
    case .offline: self = .offline
    case .disabled: self = .disabled
    case .normal: self = view.isLocked ? .locked : view.isHeld ? .held : .normal
    }
  }
}
