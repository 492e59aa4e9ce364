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
  let stop: StopElement<SkinFace>
  let stopGlow: StopGlowElement<SkinFace>
  let reading: ReadingElement<SkinFace>
  let marks: MarksElement<SkinFace>
  let name = SkinNameElement()
  let value: ValueElement<SkinFace>
  let indicator: IndicatorElement<SkinFace>
  let gear: GearElement<SkinFace>
  let hold: HoldElement<SkinFace>

  init(_ viewState: KnobViewState, _ face: SkinFace) {
    let view = EffectiveViewState(viewState)
    state = SkinLayout.State(viewState)
    // Use the start of the travel while the value is not known.
    let position = viewState.state == .unknown ? 0 : view.position
    filmstrip = FilmstripElement(frame: face.layers(state).strip?.index(at: position) ?? 0)
    rotating = RotatingImageElement(
      angle: Direction(degrees: face.travel.degrees(at: position) + view.overTravel))
    let isHeld = view.isNormal && view.lighting.isHeld && !view.isLocked
    stop = StopElement(viewState, face)
    stopGlow = StopGlowElement(viewState, face)
    reading = ReadingElement(viewState, face)
    marks = MarksElement(viewState, face, showsOrigin: isHeld)
    let indicator = view.isLocked && face.showsLock ? .none : view.indicator
    value = ValueElement(viewState, indicator, face)
    self.indicator = IndicatorElement(indicator: indicator)
    hold = HoldElement(progress: view.holdProgress)
    gear = GearElement(text: isHeld ? face.gearText(viewState.gear) : GlyphRun())
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
    visitor.visit(reading, old: old.reading, face, state, &context)
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
