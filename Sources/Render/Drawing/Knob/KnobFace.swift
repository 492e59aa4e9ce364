import Gesture
import Knobs
import Layout
import Panel
import Raster

/// The appearance of one knob with its theme's shapes: positions, colours and texts, which do not
/// change while it turns.
final class KnobFace {
  /// A tick on the scale.
  struct Tick {
    /// The position along the travel, 0…1.
    var position: Double
    var shape: CoverageMask
    /// Less than 1 for minor ticks.
    var opacity: Float
  }

  let geometry: FaceGeometry
  /// The rows of the lit part of the ring; nil if none are kept.
  let litRows: RingRows?
  let travel: DrawnTravel
  /// In ascending order of position.
  let ticks: [Tick]
  let labels: [DrawnText]
  /// Marks at the magnets and the default value.
  let detents: [Capsule]
  let style: FaceStyle
  /// The style of a knob that has no effect.
  let inactiveStyle: FaceStyle
  private let colors: LitColors
  private let inactiveColors: LitColors
  /// The colours of an arc from a reading down to the value; nil for the same.
  private let fallingColors: LitColors?
  private let inactiveFallingColors: LitColors?
  /// The text of the reading; nil if the knob has none, or no value.
  let reading: ReadingTypesetting?
  /// Whether the colours are zones of the value.
  private let hasZones: Bool
  /// The lines of the name; empty if it is not shown at a position of its own.
  let name: [DrawnText]
  /// The name shown in place of the value; nil if the two are not swapped.
  let swappedName: GlyphRun?
  let value: ValueTypesetting
  /// The names before and after the chosen one; nil unless it has sectors without names around it.
  let choices: ChoiceNames?
  let gearGlyphs: GlyphCache
  let indicators: IndicatorGeometry
  /// All pixels that the knob may draw on.
  let bounds: PixelRect
  /// The pictures of the ribs; nil if there are no ribs, or they are too large to be kept.
  private(set) lazy var knurledRing = makeKnurledRing()
  /// The pixels of the ribs; nil if there are none.
  private(set) lazy var ribsRegion =
    knurledRing?.region ?? geometry.ribs.map { RingRegion($0.band) }

  init(
    _ knob: KnobLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts,
    _ rings: RingRowsCache = RingRowsCache(), among neighbours: Neighbours? = nil
  ) {
    let scale = min(viewport.scaleX, viewport.scaleY)
    let diameter = Float(knob.diameter * scale)
    let isLarge = min(Float(knob.diameter), diameter) >= Float(KnobLayout.largeDiameter)
    let center = viewport.picturePoint(knob.center)
    let travel = DrawnTravel(
      knob.travel, positions: knob.positions, limit: knob.limitPosition ?? 1)
    let style = FaceStyle(theme, knob, isLarge: isLarge)
    var geometry = FaceGeometry(
      center: PixelPoint(x: Float(center.x), y: Float(center.y)), radius: diameter * 0.5,
      style.metrics, hasGapBelow: travel.hasGapBelow && neighbours?.isLowered(knob) != true,
      isValueAboveName: knob.name?.isEmpty == false && knob.look.swapMicroseconds == nil
        && knob.look.value.size == nil)
    let fonts = ValueFonts(knob, geometry.valueStyle, texts)
    let readingFont = ReadingFont(knob, geometry, fonts, texts)
    if let readingFont, style.metrics.typography.value == .below {
      geometry.valueShift = -(readingFont.widest + readingFont.distance(from: fonts)) * 0.5
    }
    self.geometry = geometry
    litRows = style.metrics.track.hasProgress ? rings.rows(of: geometry.litRing) : nil
    self.travel = travel
    self.style = style
    let inactiveStyle = style.inactive
    self.inactiveStyle = inactiveStyle
    colors = LitColors(style.lit, style, travel, geometry)
    inactiveColors = LitColors(inactiveStyle.lit, inactiveStyle, travel, geometry)
    fallingColors = style.falling.map { LitColors($0, style, travel, geometry) }
    inactiveFallingColors = inactiveStyle.falling.map {
      LitColors($0, inactiveStyle, travel, geometry)
    }
    hasZones = !knob.look.progress.zones.isEmpty
    let metrics = style.metrics.ticks
    let marks =
      geometry.showsTicks(isSector: !travel.sectors.isEmpty)
      ? TickMarks(
        travel: travel, scale: knob.scale, format: knob.format, metrics: metrics,
        style: knob.look.ticks
      ).marks : []
    ticks = marks.map { mark in
      Tick(
        position: mark.position,
        shape: CoverageMask(
          geometry.tick(
            at: Direction(degrees: travel.degrees(at: mark.position)), isMajor: mark.isMajor)),
        opacity: mark.isMajor ? 1 : metrics.minorOpacity)
    }
    let tickLabels = KnobFace.thinned(
      marks.compactMap { mark in
        mark.label.map {
          texts.label($0, at: Direction(degrees: travel.degrees(at: mark.position)), geometry)
        }
      })
    labels =
      tickLabels.isEmpty
      ? neighbours.map { KnobFace.sectorNames(knob, travel, geometry, texts, $0) } ?? []
      : tickLabels
    detents = knob.detentValues.map {
      geometry.detent(
        at: Direction(degrees: travel.degrees(at: knob.scale.position(ofValue: $0))))
    }
    let name = knob.look.swapMicroseconds == nil ? texts.name(of: knob, geometry) : []
    self.name = name
    swappedName =
      knob.look.swapMicroseconds == nil || knob.name?.isEmpty != false
      ? nil : knob.name.map { texts.swappedName($0, geometry, fit: knob.look.nameFit) }
    let value = ValueTypesetting(
      fonts: fonts, offlineText: texts.words.offline,
      translations: texts.translations,
      middle: PixelPoint(
        x: geometry.center.x + geometry.valueShift, y: geometry.center.y + geometry.valueOffset),
      width: geometry.valueWidth)
    self.value = value
    let indicators = geometry.indicators
    self.indicators = indicators
    reading = readingFont.map { font in
      ReadingTypesetting(
        font, value, fonts, isBelow: style.metrics.typography.value == .below,
        pointsOut: indicators.marks.readingPointsOut)
    }
    gearGlyphs = texts.gearGlyphs(size: indicators.size)
    let needsChoices = knob.showsSectorNames && labels.count < travel.sectors.count
    choices =
      needsChoices
      ? ChoiceNames(travel, geometry, value, texts, taken: name.map(\.bounds)) : nil
    let stop = travel.stopDegrees.map {
      indicators.stop(at: Direction(degrees: $0), isSurround: true).bounds
    }
    let glow = indicators.stopGlowBounds
    bounds =
      ((labels + name).map(\.bounds)
      + [
        indicators.bounds, stop, glow, knob.reading.map { _ in indicators.readingBounds },
        reading?.bounds,
      ].compactMap { $0 })
      .reduce(geometry.bounds) { $0.union($1) }
  }

  /// Returns every label, every other one, every fifth …: as many as do not touch each other.
  private static func thinned(_ labels: [DrawnText]) -> [DrawnText] {
    for step in [1, 2, 5, 10, 20, 50] where step < max(labels.count, 2) {
      let kept = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      if Overlaps.indices(of: kept.map { $0.bounds.grown(by: 2) }).allSatisfy({ $0.count == 1 }) {
        return kept
      }
    }
    return []
  }

  func style(_ state: KnobViewState.State) -> FaceStyle {
    state == .normal ? style : inactiveStyle
  }

  /// Returns the colours of lit parts.
  ///
  /// - Parameters:
  ///   - state: Whether the knob can be used.
  ///   - isFalling: Whether the arc leads from a reading down to the value.
  /// - Returns: The colours.
  func litColors(_ state: KnobViewState.State, isFalling: Bool = false) -> LitColors {
    let isNormal = state == .normal
    if isFalling, let falling = isNormal ? fallingColors : inactiveFallingColors { return falling }
    return isNormal ? colors : inactiveColors
  }
}

extension KnobFace: ElementFace {
  func markColors(_ state: KnobViewState.State) -> TextColors { style(state).onBackground }

  func readingMarkColor(
    at position: Double, gap: ReadingGap, _ state: KnobViewState.State
  ) -> Color {
    let primary = style(state).onBackground.primary
    if fallingColors != nil {
      return gap == .none ? primary : litColors(state, isFalling: gap == .falling).normal.ramp.first
    }
    return hasZones
      ? litColors(state).normal.ramp.color(at: Float(position.clampedFraction)) : primary
  }

  var stopGlowColor: Color { style.material.glow ?? style.palette.accent.last }

  func indicatorColors(_ state: KnobViewState.State) -> TextColors {
    let isBelow = style.metrics.typography.value == .below
    return isBelow ? style(state).onBackground : style(state).onCap
  }

  func valueColors(_ state: KnobViewState.State) -> TextColors {
    let isInside = style.metrics.typography.value == .inside
    return isInside ? style(state).onCap : style(state).onBackground
  }
}

extension KnobLayout {
  /// The position of the limit along the travel; nil without a limit.
  var limitPosition: Double? {
    guards.limit == nil
      ? nil : scale.position(ofValue: RiseGuard(guards, scale: scale).limit)
  }

  /// The values that have a mark.
  fileprivate var detentValues: [Double] {
    guard look.hasDetents ?? true else { return [] }
    if sectors != nil { return [] }
    return magnets.map(\.value) + (defaultValue.map { [$0] } ?? [])
  }
}

extension PixelRect {
  fileprivate func grown(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
