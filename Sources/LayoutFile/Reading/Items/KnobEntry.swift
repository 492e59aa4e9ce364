internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

/// A knob while its keys are read, and their locations.
struct KnobEntry: Sendable, CellHolder {
  var knob = KnobLayout(id: "", center: DesignPoint(x: 0, y: 0), diameter: 0)
  var cell = CellKeys()
  private(set) var places = KeyPlaces()
  /// The cells it occupies in a grid.
  private(set) var cells: Grid.Cells?
  /// The members of a master, as written.
  private(set) var members: [Located<String>]?
  /// False if its position or scale could not be read, which was reported.
  private(set) var isUsable = false
  /// Location of the name.
  var nameSpan = SourceSpan.none

  /// Locations for warnings about position, size, step, limit and control.
  var centerSpan: SourceSpan { places["center"]?.span ?? places["cell"]?.span ?? nameSpan }
  var diameterSpan: SourceSpan { places["diameter"]?.span ?? places["cell"]?.span ?? nameSpan }
  var stepSpan: SourceSpan? { places["step"]?.span }
  var limitSpan: SourceSpan { places["limit"]?.span ?? nameSpan }
  var controlSpan: SourceSpan? { places["control"]?.span }
  /// Whether the cell determines the size.
  var isFitted: Bool { places["diameter"] == nil }
}

extension KnobEntry {
  /// Resolves position and scale, and sets the context's knob for the keys that depend on them.
  mutating func prepare(_ places: KeyPlaces, _ subject: Subject, _ context: ReadingContext) {
    let isPlaced = resolvePlace(places, subject, context)
    let isScaled = resolveScale(places, context)
    isUsable =
      isPlaced && isScaled
      && !["sweep", "turns", "endless", "sectors"].contains(where: places.isUnreadable)
    knob.value = knob.scale.range.lowerBound
    let values: KnobContext.Values =
      if case .sectors(let names) = knob.travel {
        .sectors(names)
      } else {
        places.isUnreadable("sectors") ? .unknown : .numbers
      }
    context.knob = KnobContext(
      scale: isScaled ? knob.scale : Scale(), value: knob.value, values: values,
      range: isScaled ? knob.scale.range : nil, rangeSpan: places["range"]?.span,
      diameter: isUsable ? knob.diameter : nil)
    if let panelLook = context.panelLook {
      // Errors in it were reported at the panel.
      let subject = Subject(name: "`look`", span: panelLook.span)
      let look = context.quietly { LayoutTables.look.read(panelLook, subject, context) }
      if let look { knob.look = look }
    }
  }

  private mutating func resolvePlace(
    _ places: KeyPlaces, _ subject: Subject, _ context: ReadingContext
  ) -> Bool {
    let spot = cell.spot(places, item: subject.name, context)
    cells = spot?.cells
    if places["diameter"] == nil, let spot { knob.diameter = KnobPlace.diameter(in: spot.box) }
    let isSized = places["diameter"]?.isReadable ?? (spot != nil)
    if places["center"] == nil, isSized, let spot {
      knob.center = KnobPlace.center(of: knob.diameter, in: spot.box, cell.align)
    }
    return isSized && (places["center"]?.isReadable ?? (spot != nil))
  }

  /// Resolves the rest once all keys are read.
  mutating func finish(_ places: KeyPlaces, _ context: ReadingContext) {
    self.places = places
    members = context.knob?.members
    checkReturn(places, context)
    context.knob = nil
    checkLimit(places, context)
    if case .listed? = knob.look.ticks.places, knob.look.ticks.hasLabels == nil {
      knob.look.ticks.hasLabels = true
    }
  }
}
