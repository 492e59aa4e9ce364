internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

/// A knob while its keys are read, and their locations.
struct KnobEntry: Sendable, CellHolder, CaseHolder {
  var knob = KnobLayout(id: "", center: DesignPoint(x: 0, y: 0), diameter: 0)
  var cell = CellKeys()
  var cases: [CaseEntry] = []
  /// The names of its sectors, as written.
  var sectors: [String]?
  private(set) var locations = KeyLocations()
  /// The cells it occupies in a grid.
  private(set) var cells: Grid.Cells?
  /// The rectangle of these cells.
  private(set) var box: Box?
  /// The knob that is its limit, as written.
  var limitName: Located<String>?
  /// The members of a master, as written.
  private(set) var members: [Located<String>]?
  /// False if its position or scale could not be read, which was reported.
  private(set) var isUsable = false
  /// Location of the name.
  var nameSpan = SourceSpan.none

  /// Locations for warnings about position, size, step, limit and control.
  var centerSpan: SourceSpan { locations["center"]?.span ?? locations["cell"]?.span ?? nameSpan }
  var diameterSpan: SourceSpan {
    locations["diameter"]?.span ?? locations["cell"]?.span ?? nameSpan
  }
  var stepSpan: SourceSpan? { locations["step"]?.span }
  var limitSpan: SourceSpan { locations["limit"]?.span ?? nameSpan }
  var inputSpan: SourceSpan? { locations["input"]?.span }
  var controlSpan: SourceSpan? { locations["control"]?.span }
  /// Whether the cell determines the position.
  var isInCell: Bool { box != nil && locations["center"] == nil }
  /// Whether the cell determines the size.
  var isFitted: Bool { locations["diameter"] == nil }
}

extension KnobEntry {
  /// Resolves position and scale, and sets the context's knob for the keys that depend on them.
  mutating func prepare(_ locations: KeyLocations, _ subject: Subject, _ context: ReadingContext) {
    let isPlaced = resolvePosition(locations, subject, context)
    let isScaled = resolveScale(locations, context)
    isUsable =
      isPlaced && isScaled
      && !["sweep", "turns", "endless", "sectors"].contains(where: locations.isUnreadable)
    knob.value = knob.scale.range.lowerBound
    let values: KnobContext.Values =
      if let sectors {
        .sectors(sectors)
      } else {
        locations.isUnreadable("sectors") ? .unknown : .numbers
      }
    context.knob = KnobContext(
      scale: isScaled ? knob.scale : Scale(), value: knob.value, values: values,
      range: isScaled ? knob.scale.range : nil, rangeSpan: locations["range"]?.span,
      diameter: isUsable ? knob.diameter : nil)
    knob.keysLeftOut = context.keysLeftOut[subject.key] ?? []
    let description = context.environment.knobs[subject.key] ?? KnobDescription()
    context.knob?.keysLeftOut = knob.keysLeftOut.subtracting(description.keys)
    if let panelLook = context.panelLook {
      // Errors in it were reported at the panel.
      let subject = Subject(name: "`look`", span: panelLook.span)
      let look = context.discardingDiagnostics {
        LayoutTables.look.read(panelLook, subject, context)
      }
      if let look { knob.look = look }
    }
  }

  private mutating func resolvePosition(
    _ locations: KeyLocations, _ subject: Subject, _ context: ReadingContext
  ) -> Bool {
    let area = cell.area(locations, item: subject.name, context)
    (cells, box) = (area?.cells, area?.box)
    if locations["diameter"] == nil, let area { knob.diameter = KnobInCell.diameter(in: area.box) }
    let isSized = locations["diameter"]?.isReadable ?? (area != nil)
    if locations["center"] == nil, isSized, let area {
      knob.center = KnobInCell.center(of: knob.diameter, in: area.box, cell.align)
    }
    return isSized && (locations["center"]?.isReadable ?? (area != nil))
  }

  /// Resolves the rest once all keys are read.
  mutating func finish(_ locations: KeyLocations, _ context: ReadingContext) {
    self.locations = locations
    members = context.knob?.members
    checkReturn(locations, context)
    context.knob = nil
    resolveReading(locations, context)
    checkLimit(locations, context)
    checkWithin(locations, context)
    if case .listed? = knob.look.ticks.positions, knob.look.ticks.hasLabels == nil {
      knob.look.ticks.hasLabels = true
    }
  }

  /// Adds the reading that the target brings; checks that an arc that begins at one has it.
  private mutating func resolveReading(_ locations: KeyLocations, _ context: ReadingContext) {
    if locations["reading"] == nil, let own = knob.control?.settings?.reading {
      knob.reading = .backEnd(own)
    }
    guard knob.arcOrigin == .reading, knob.reading == nil, let arc = locations["arc"],
      !locations.isUnreadable("reading"), !locations.isUnreadable("control")
    else { return }
    context.error(
      "there is no `reading` at which the arc begins", at: arc.span,
      hint: "add `reading:` with the source of the actual value, such as "
        + "`reading: {mqtt: {state: hall/temperature}}`")
  }
}
