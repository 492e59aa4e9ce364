import Panel
import Raster

/// One part of a face's dynamic layer, as drawn for one view state.
///
/// An element holds everything that its pixels depend on besides the face and its state, so that
/// two elements can be compared. Drawing and damage are declared side by side, and both use the
/// single list of a `ElementList`: an element without damage does not compile.
protocol FaceElement {
  associatedtype Face: ElementFace

  /// Draws the element over the static layer and the elements below it.
  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State)

  /// Adds the pixels that differ between `old` and this element, both in the same `state`.
  func addChanges(
    from old: Self, _ face: Face, _ state: Face.State, to damage: inout Damage)
}

/// The colours, texts and positions that elements draw with.
protocol ElementFace: AnyObject {
  /// The selector of a face's style; a change of state affects everything.
  associatedtype State: Equatable

  /// The angles of the pointer.
  var travel: DrawnTravel { get }
  /// The geometry of marks and indicators.
  var indicators: IndicatorGeometry { get }
  /// The name in the value's place, on a knob that shows the two in turn; nil on other knobs.
  var swappedName: GlyphRun? { get }
  /// The text of the reading; nil if the knob has none, or no value.
  var reading: ReadingTypesetting? { get }

  /// Returns the colours of the ghost and origin marks.
  func markColors(_ state: State) -> TextColors
  /// Returns the colour of the mark at a reading.
  func readingMarkColor(at position: Double, gap: ReadingGap, _ state: State) -> Color
  /// The glow colour of a stop that a finger turns the knob against.
  var stopGlowColor: Color { get }
  /// Returns the colours of padlock, mute symbol and gear.
  func indicatorColors(_ state: State) -> TextColors
  /// Returns the colours of the value.
  func valueColors(_ state: State) -> TextColors
  /// Returns the value of a view state as text, raised by `lift` pixels.
  func valueText(_ view: KnobViewState, lift: Float) -> GlyphRun
}
