import Panel
import Raster

/// The drawn appearance of a theme's knob for one view state.
struct KnobElements: ElementList, ~Copyable {
  typealias Face = KnobFace

  let state: KnobViewState.State
  /// The rotation of the ribs around the cap, which are below all elements, in steps from one rib to
  /// the next; nil for a cap without ribs.
  let ribStep: Int?
  let lighting: LightingElement
  let stretch: StretchElement
  let lit: LitScaleElement
  let stop: StopElement<KnobFace>
  let stopGlow: StopGlowElement<KnobFace>
  let reading: ReadingElement<KnobFace>
  let marks: MarksElement<KnobFace>
  let indicator: IndicatorElement<KnobFace>
  let gear: GearElement<KnobFace>
  let pointer: PointerElement
  let value: ValueElement<KnobFace>
  let choices: ChoicesElement
  let hold: HoldElement<KnobFace>

  init(_ viewState: KnobViewState, _ face: borrowing KnobFace) {
    let view = EffectiveViewState(viewState)
    let travel = face.travel
    let angle =
      face.showsAngle
      ? Direction(
        degrees: view.isKnown ? travel.degrees(at: view.position) + view.overTravel : 0) : nil
    let isHeld = view.isNormal && view.lighting.isHeld
    state = viewState.state
    lighting = LightingElement(lighting: view.lighting)
    ribStep = angle.flatMap(face.ribStep)
    stretch = StretchElement(view, face)
    lit = LitScaleElement(view, face)
    stop = StopElement(viewState, face)
    stopGlow = StopGlowElement(viewState, face)
    reading = ReadingElement(viewState, face)
    marks = MarksElement(viewState, face, showsOrigin: isHeld)
    indicator = IndicatorElement(indicator: view.indicator)
    hold = HoldElement(progress: view.holdProgress)
    gear = GearElement(
      text: isHeld && !view.isLocked ? face.gearText(viewState.gear) : GlyphRun())
    pointer = PointerElement(
      shape: view.isKnown ? angle.flatMap { PointerShape(face.geometry, at: $0) } : nil,
      isQuiet: view.lighting.isQuiet)
    value = ValueElement(viewState, view.indicator, face)
    choices = ChoicesElement(viewState, view.indicator, face)
  }

  @inline(__always)
  func visitElements<Visitor: ElementVisitor>(
    _ visitor: Visitor.Type, old: borrowing KnobElements, _ face: KnobFace,
    _ context: inout Visitor.Context
  )
  where Visitor.Face == KnobFace {
    visitor.visit(lighting, old: old.lighting, face, state, &context)
    visitor.visit(stretch, old: old.stretch, face, state, &context)
    visitor.visit(lit, old: old.lit, face, state, &context)
    visitor.visit(stop, old: old.stop, face, state, &context)
    visitor.visit(stopGlow, old: old.stopGlow, face, state, &context)
    visitor.visit(reading, old: old.reading, face, state, &context)
    visitor.visit(marks, old: old.marks, face, state, &context)
    visitor.visit(indicator, old: old.indicator, face, state, &context)
    visitor.visit(gear, old: old.gear, face, state, &context)
    visitor.visit(pointer, old: old.pointer, face, state, &context)
    visitor.visit(value, old: old.value, face, state, &context)
    visitor.visit(choices, old: old.choices, face, state, &context)
    visitor.visit(hold, old: old.hold, face, state, &context)
  }
}
