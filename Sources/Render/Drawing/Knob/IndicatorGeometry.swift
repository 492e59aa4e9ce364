import Layout
import Raster

/// The geometry of a knob's marks and indicators, in picture pixels.
///
/// Marks (ghost, origin) are around the knob; indicators (padlock, mute symbol, gear) are below the
/// value or in its place.
struct IndicatorGeometry {
  /// The geometry of marks around a knob: distances from its centre, and lengths.
  struct Marks {
    /// The radius and the width of the ring, or of its replacement.
    var ring: Float
    var ringWidth: Float
    /// The radius of the middle of marks that are not on the ring, and half their length.
    var gap: Float
    var halfLength: Float
    /// The radius of the middle of the stop mark, and half its length.
    var stop: Float
    var stopHalfLength: Float
    /// The radius of the tip of a reading's mark, and whether the mark is inside of it.
    var reading: Float
    var readingPointsOut = false
    /// Whether they are on an image, whose colours are not known.
    var isOnImage = false
  }

  let center: PixelPoint
  /// Half the knob's diameter.
  let radius: Float
  let marks: Marks
  /// The middle of gear and padlock, and the size of their text in pixels.
  let middle: PixelPoint
  let size: Float
  /// The distance in pixels by which the value moves up while a padlock is below it.
  let lift: Float
  fileprivate let padlock: Padlock
  /// The mute symbol, which replaces the value.
  private let mute: LineIcon

  /// A closed padlock.
  fileprivate struct Padlock {
    var shackle: Arc
    var body: RoundedRect
    var bounds: PixelRect

    /// The distances from the shackle's top to the bottom and to the middle, as fractions of the
    /// width.
    static let height: Float = 1.19
    static let rise: Float = 0.57
  }

  /// Places the indicators of a knob.
  ///
  /// - Parameters:
  ///   - center: The knob's centre, in pixels.
  ///   - radius: The knob's radius, in pixels.
  ///   - marks: The measures of the ring and the marks, in pixels.
  ///   - middle: The middle of gear and padlock, in pixels.
  ///   - size: The size of the gear's text in pixels; at least 9 is used.
  ///   - value: The middle of the value, which the padlock keeps clear of.
  ///   - valueSize: The pixel size of the value's text.
  ///   - floor: How far below the centre the padlock may extend; nil if it is beside the value.
  init(
    center: PixelPoint, radius: Float, marks: Marks, middle: PixelPoint, size: Float,
    value: PixelPoint, valueSize: Float, floor: Float?
  ) {
    self.center = center
    self.radius = radius
    self.marks = marks
    self.middle = middle
    self.size = max(size, 9)
    mute = LineIcon(
      .speaker, center: PixelPoint(x: value.x, y: value.y.rounded()),
      size: max(valueSize * 0.92, 12),
      isCrossedOut: true)
    let largest = max(size * 0.95, 8.5)
    guard let floor else {
      lift = 0
      padlock = Padlock(center: middle, width: largest)
      return
    }
    // Below the digits with a visible gap, and as large as fits if the value moves up slightly.
    let top = value.y + valueSize * 0.37 + max(radius * 0.045, 1.5)
    let bottom = center.y + floor
    let width = min(max((bottom + radius * 0.1 - top) / Padlock.height, 6.5), largest)
    let (above, below) = (width * Padlock.rise, width * (Padlock.height - Padlock.rise))
    let y = max(middle.y, top + above)
    lift = max(y + below - bottom, 0).rounded()
    padlock = Padlock(center: PixelPoint(x: middle.x, y: y - lift), width: width)
  }
}

extension IndicatorGeometry {
  /// Returns a dot on the ring; its surround, in the background's colour, separates it from lit
  /// parts.
  func ghost(at angle: Direction, isSurround: Bool) -> Capsule {
    let position = center.moved(by: marks.ring, at: angle)
    let width = min(marks.ringWidth, radius * 0.1)
    let dot = max(width * 0.7, 3)
    return Capsule(
      from: position, to: position, width: isSurround ? dot + max(width * 0.6, 2) : dot)
  }

  /// Returns a line between the cap and the ring.
  func origin(at angle: Direction, isSurround: Bool = false) -> Capsule {
    let width = max(radius * 0.016, 1.4)
    return Capsule(
      from: center.moved(by: marks.gap - marks.halfLength, at: angle),
      to: center.moved(by: marks.gap + marks.halfLength, at: angle),
      width: isSurround ? width + max(width, 2) : width)
  }

  /// Returns the stop mark, a bar across the scale.
  ///
  /// It is wider than a tick, and its surround separates it from lit parts, so that it is visible
  /// from a distance.
  func stop(at angle: Direction, isSurround: Bool = false) -> Capsule {
    let width = max(radius * 0.05, 3)
    let edge = max(radius * 0.02, 1.25)
    return Capsule(
      from: center.moved(by: marks.stop - marks.stopHalfLength, at: angle),
      to: center.moved(by: marks.stop + marks.stopHalfLength, at: angle),
      width: isSurround ? width + 2 * edge : width)
  }

  /// Returns the mark of a reading, a triangle that points at the scale; its surround separates it
  /// from ticks.
  func reading(at angle: Direction, isSurround: Bool = false) -> Triangle {
    // The scale that it points at is not cut.
    let (length, edge) = (readingLength, isSurround ? max(radius * 0.022, 1.5) : 0)
    let out: Float = marks.readingPointsOut ? -1 : 1
    let tip = center.moved(by: marks.reading, at: angle)
    let base = center.moved(by: marks.reading + out * (length + edge), at: angle)
    let half = length * 0.55 + edge * 2
    let (dx, dy) = (angle.cosine * half, angle.sine * half)
    return Triangle(
      tip, PixelPoint(x: base.x + dx, y: base.y + dy), PixelPoint(x: base.x - dx, y: base.y - dy))
  }

  private var readingLength: Float { max(radius * 0.11, 6.5) }

  /// The pixels that the mark of a reading may touch at any angle.
  var readingBounds: PixelRect {
    PixelRect(around: center, reach: marks.reading + readingLength * 1.3 + 3)
  }

  /// Returns the ring that fills while a finger rests on the knob; its surround separates it from
  /// lit parts.
  func holdRing(isSurround: Bool = false) -> Ring {
    let width = max(min(marks.ringWidth, radius * 0.1), 3)
    return Ring(
      center: center, radius: marks.ring, width: isSurround ? width + max(width * 0.6, 2) : width)
  }

  /// Returns the filled part of that ring, from 12 o'clock.
  func hold(to degrees: Double) -> Arc {
    Arc(
      ring: holdRing(), from: Direction(degrees: 0), to: Direction(degrees: min(degrees, 359.9)))
  }

  /// Adds the part of that ring between two angles, in degrees.
  func addHold(from: Double, to: Double, to damage: inout Damage) {
    let ring = holdRing(isSurround: true)
    let half = ring.width * 0.5 + 1
    // The round ends of the filled part.
    let end = 180 / .pi * half / max(ring.radius - half, 1)
    damage.addRing(
      center: center, inner: max(ring.radius - half, 0), outer: ring.radius + half,
      from: (Float(from) - end) / 180 * .pi, to: (Float(to) + end) / 180 * .pi, pieces: 4)
  }

  /// Returns the soft glow around a stop.
  func stopGlow(at angle: Direction) -> SoftDisc {
    let reach = stopGlowReach
    return SoftDisc(
      center: center.moved(by: marks.stop, at: angle), radius: reach * 0.5, blur: reach * 0.5)
  }

  private var stopGlowReach: Float { max(marks.stopHalfLength * 2.6, radius * 0.24, 10) }

  /// Returns the pixels that a glowing stop may touch.
  func stopGlowBounds(at degrees: Double) -> PixelRect {
    let angle = Direction(degrees: degrees)
    return stopGlow(at: angle).bounds.union(stop(at: angle, isSurround: true).bounds)
  }

  /// The pixels that a glowing stop may touch at any angle.
  var stopGlowBounds: PixelRect {
    let reach = marks.stop + max(stopGlowReach, marks.stopHalfLength + radius * 0.1) + 1
    return PixelRect(around: center, reach: reach)
  }

  /// Returns the pixels that an indicator may touch.
  func bounds(of indicator: Indicator) -> PixelRect {
    switch indicator {
    case .none: .empty
    case .padlock: padlock.bounds
    case .muted: mute.bounds
    }
  }

  /// All pixels that the gear and the indicators may touch.
  var bounds: PixelRect {
    let reach = size * 1.5 + 2
    return PixelRect(
      x: Int((middle.x - reach).rounded(.down)), y: Int((middle.y - size - 2).rounded(.down)),
      width: Int(reach * 2) + 2, height: Int(size * 2) + 5
    ).union(padlock.bounds).union(mute.bounds)
  }

  /// The pixels that marks may touch at any angle.
  var marksBounds: PixelRect {
    let reach = max(marks.ring, marks.gap + marks.halfLength) + max(marks.ringWidth, 6)
    return PixelRect(around: center, reach: reach)
  }

  /// Draws a padlock or the mute symbol.
  func draw(_ indicator: Indicator, on canvas: Canvas, _ textColors: TextColors) {
    switch indicator {
    case .none: break
    case .padlock:
      let paint = Paint.solid(textColors.secondary)
      canvas.fill(padlock.shackle, with: paint)
      canvas.fill(padlock.body, with: paint)
    case .muted: mute.draw(on: canvas, textColors.primary, isOn: true)
    }
  }
}

extension IndicatorGeometry.Padlock {
  init(center: PixelPoint, width: Float) {
    // On whole pixels, so that its straight edges are sharp.
    let (across, height) = ((width * 0.5).rounded() * 2, (width * 0.74).rounded())
    let (x, top) = (center.x.rounded(), (center.y - width * 0.14).rounded())
    let shackleRing = Ring(
      center: PixelPoint(x: x, y: top - width * 0.06), radius: width * 0.29,
      width: max(width * 0.15, 1))
    shackle = Arc(
      ring: shackleRing, from: Direction(degrees: -105), to: Direction(degrees: 105))
    body = RoundedRect(
      center: PixelPoint(x: x, y: top + height * 0.5), width: across, height: height,
      radius: height * 0.24)
    let reach = Int((across * 0.5).rounded(.up)) + 1
    let (left, rise) = (Int(x) - reach, Int((width * 0.45).rounded(.up)) + 1)
    bounds = PixelRect(
      x: left, y: Int(top) - rise, width: reach * 2, height: Int(height) + rise + 1)
  }
}
