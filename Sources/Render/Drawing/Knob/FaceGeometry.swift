import Layout
import Raster

/// The geometry of a knob's face, in picture pixels.
///
/// All sizes are fractions of the radius, down to a visible minimum: lines a pixel wide, text of 11
/// pixels.
struct FaceGeometry {
  let center: PixelPoint
  /// Half the knob's diameter; ticks and shadow extend beyond it.
  let radius: Float
  let metrics: FaceMetrics
  /// Whether text is in a gap of the ring at 6 o'clock.
  let hasGapBelow: Bool
  /// Whether the value keeps clear of a name below it on the cap.
  let isValueAboveName: Bool
  /// The distance in pixels by which a value below the knob makes room for its reading at its right;
  /// negative.
  var valueShift: Float = 0

  let ring: Ring
  let cap: Disc
  let hollow: Disc
  let skirt: Disc
  let shadow: SoftDisc
  let halo: SoftDisc
  /// The shadow of a cap on its skirt.
  let capShadow: SoftDisc
  /// The lit edge of the cap.
  let rim: Ring
  let skirtRim: Ring
  let hollowEdge: Ring
  /// The ribs of the cap or the skirt, whichever is larger; nil if there are none.
  let ribs: Ribs?

  struct Ribs {
    let band: Ring
    let count: Int
    /// The inner and outer radius of the band.
    let radii: ClosedRange<Float>
    /// The number of steps drawn from one rib to the next: half a pixel each, or larger steps for
    /// wide ribs, which change too slowly for the difference to be visible.
    var stepCount: Int {
      let spacing = band.radius * 2 * .pi / Float(max(count, 1))
      return min(max(Int(spacing * 2), 8), 24)
    }
    /// Whether pictures of all steps take less than four megabytes.
    var areCacheable: Bool {
      band.radius * 2 * .pi * band.width * 4 * Float(stepCount) < 4_000_000
    }
  }

  /// The minimum distance between distinguishable ribs, in pixels.
  private static let minRibSpacing: Float = 4.5
  /// The minimum size of a name in pixels; `KnobLayout.smallestNameDescent` depends on it.
  private static let smallestNamePixels: Float = 11

  init(
    center: PixelPoint, radius: Float, _ metrics: FaceMetrics, hasGapBelow: Bool = false,
    isValueAboveName: Bool = false
  ) {
    self.isValueAboveName = isValueAboveName
    self.center = center
    self.radius = radius
    self.metrics = metrics
    self.hasGapBelow = hasGapBelow
    let track = metrics.track
    ring = Ring(
      center: center, radius: radius * track.radius, width: max(radius * track.width, 1.5))
    cap = Disc(center: center, radius: radius * metrics.cap.radius)
    hollow = Disc(center: center, radius: cap.radius * metrics.cap.hollow)
    skirt = Disc(center: center, radius: radius * metrics.cap.skirt)
    let base = radius * max(metrics.cap.radius, metrics.cap.skirt)
    shadow = SoftDisc(
      center: PixelPoint(x: center.x, y: center.y + radius * 0.07), radius: base + radius * 0.01,
      blur: radius * 0.13)
    capShadow = SoftDisc(
      center: PixelPoint(x: center.x, y: center.y + radius * 0.02), radius: cap.radius,
      blur: radius * 0.06)
    let hole = radius * metrics.halo.hole
    halo = SoftDisc(
      center: center, radius: radius * metrics.halo.radius, blur: radius * metrics.halo.blur,
      hole: hole + 0.5)
    let line = max(radius * 0.01, 1)
    rim = Ring(center: center, radius: cap.radius - line * 0.5, width: line)
    skirtRim = Ring(center: center, radius: skirt.radius - line * 0.5, width: line)
    hollowEdge = Ring(center: center, radius: hollow.radius, width: max(radius * 0.008, 1))
    let grip = max(cap.radius, skirt.radius)
    let band = max(grip * metrics.cap.ribWidth, 2)
    let count = min(metrics.cap.ribs, Int(min(grip, 10_000) * 2 * .pi / FaceGeometry.minRibSpacing))
    ribs =
      metrics.cap.ribs == 0 || grip < 12
      ? nil
      : Ribs(
        band: Ring(center: center, radius: grip - band * 0.5, width: band), count: count,
        radii: (grip - band)...grip)
  }

  /// Returns the point at a distance from the centre, a fraction of the radius, in a direction.
  func point(_ distance: Float, _ angle: Direction) -> PixelPoint {
    center.moved(by: radius * distance, at: angle)
  }

  func tick(at angle: Direction, isMajor: Bool) -> Capsule {
    let size = isMajor ? metrics.ticks.major : metrics.ticks.minor
    let smallest: Float = metrics.ticks.shape == .dot ? 2 : 1
    return Capsule(
      from: point(size.inner, angle), to: point(size.outer, angle),
      width: max(radius * size.width, smallest))
  }

  /// The part of the ring that is lit: if the track is an outline, only its middle, so that the
  /// lines stay visible around it.
  var litRing: Ring {
    guard metrics.track.style == .outline else { return ring }
    return Ring(
      center: ring.center, radius: ring.radius,
      width: max(ring.width - outlineWidth * 4, ring.width * 0.4))
  }

  /// The line width of a track drawn as an outline.
  var outlineWidth: Float { max(radius * metrics.track.line, 1.5) }

  // Text sizes.
  private var typography: FaceMetrics.Typography { metrics.typography }
  var valueSize: Float {
    max(min(radius * typography.valueSize, valueLimit), min(11, radius * 0.6))
  }
  /// The size at which the digits' feet reach the capitals of a name below them on the cap.
  private var valueLimit: Float {
    guard isValueAboveName, typography.value == .inside, typography.name == .inside else {
      return .infinity
    }
    let top = nameOffset - nameSize * 0.72 - max(radius * 0.05, 2)
    return max((top - radius * typography.valueOffset) / 0.38, nameSize)
  }
  var unitSize: Float {
    let part = valueSize / max(radius * typography.valueSize, 1)
    return max(radius * typography.unitSize * min(part, 1), min(9, radius * 0.4))
  }
  var valueStyle: ValueFonts.Style {
    ValueFonts.Style(
      size: valueSize, weight: typography.valueWeight, unitSize: unitSize,
      unitWeight: typography.unitWeight, width: valueWidth)
  }
  var nameSize: Float { max(radius * typography.nameSize, smallestName) }
  private var smallestName: Float {
    // A large knob has room for a name that can be read from a distance.
    let isLarge = Double(radius) * 2 >= KnobLayout.largeDiameter
    return typography.name == .inside && isLarge ? 13 : Self.smallestNamePixels
  }
  var labelSize: Float { max(radius * metrics.ticks.labelSize, 8) }
  var valueWidth: Float { radius * typography.valueWidth }
  /// The size down to which a name that is too wide is drawn smaller.
  var smallestNameSize: Float {
    let own = min(max(radius * typography.ownNameSize, smallestName), nameSize)
    return max(own * 0.7, min(own, 9))
  }
  var nameWidth: Float { radius * typography.nameWidth }

  /// The distance from the centre down to the middle of the value's digits.
  var valueOffset: Float {
    guard typography.value == .below else { return radius * typography.valueOffset }
    return hasGapBelow ? radius * 0.93 : radius * 1.02 + valueSize * 0.6
  }

  /// The distance from the centre down to the name's baseline.
  var nameOffset: Float {
    if typography.name == .inside { return radius * typography.nameOffset }
    let above = typography.value == .below ? valueOffset + valueSize * 0.5 : 0
    return max(radius, above) + nameSize * 1.12
  }

  /// The rows of a name of two lines, neither over the value nor over the indicators; nil for any.
  var nameRoom: ClosedRange<Float>? {
    guard typography.name == .inside else { return nil }
    guard typography.value == .inside else {
      let middle = center.y + nameOffset - nameSize * 0.36
      return (middle - radius * 0.3)...(middle + radius * 0.3)
    }
    // The ink of texts is rounded to whole pixels.
    let value = center.y + valueOffset + valueSize * 0.37 + max(radius * 0.025, 1)
    return value...max(Float(indicators.bounds(of: .padlock).y) - 1, value)
  }

  /// All pixels that the face, without its static texts, may draw on.
  var bounds: PixelRect {
    let size = metrics.ticks.major
    let ticks = metrics.ticks.shape == .none ? 0 : radius * (size.outer + size.width)
    let reach = max(radius * 1.02, ticks, lightingBand.upperBound) + 2
    let square = PixelRect(around: center, reach: reach).union(shadow.bounds)
    // The texts below the knob change.
    guard metrics.typography.value == .below else { return square }
    let half = max(valueWidth, nameWidth) * 0.5
    let middle = center.y + valueOffset
    return square.union(
      PixelRect(
        x: Int((center.x - half).rounded(.down)), y: Int((middle - valueSize).rounded(.down)),
        width: Int((half * 2).rounded(.up)) + 1, height: Int((valueSize * 2).rounded(.up)) + 1))
  }

  /// The distances from the centre, in pixels, between which pixels change with the knob's
  /// `Lighting`: the halo, the ring, and lit ticks.
  var lightingBand: ClosedRange<Float> {
    var inner = halo.hole - halo.holeBlur
    var outer = halo.radius + halo.blur
    if metrics.hasRing {
      inner = min(inner, ring.radius - ring.width * 0.5)
      outer = max(outer, ring.radius + ring.width * 0.5)
    }
    if metrics.ticks.shape != .none, metrics.ticks.areLit {
      let (major, minor) = (metrics.ticks.major, metrics.ticks.minor)
      inner = min(inner, radius * (min(major.inner, minor.inner) - major.width) - 1)
      outer = max(outer, radius * (max(major.outer, minor.outer) + major.width) + 1)
    }
    return min(max(inner, 0), outer)...outer
  }

  /// Returns whether a knob of this size and travel has ticks: they must be far enough apart to be
  /// distinguishable, and a ring, if there is one, shows a wheel's sectors.
  func showsTicks(isSector: Bool) -> Bool {
    guard metrics.ticks.shape != .none, radius >= 15 else { return false }
    return !isSector || metrics.ticks.hasLabels || !metrics.hasRing
  }
}
