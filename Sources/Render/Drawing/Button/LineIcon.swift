import Layout
import Raster

/// An icon of strokes and arcs of one width.
struct LineIcon {
  private let center: PixelPoint
  private let size: Float
  private let pen: Float
  private var strokes: [Capsule] = []
  private var arcs: [Arc] = []
  /// Drawn only while the button is on.
  private var onStrokes: [Capsule] = []
  /// Drawn only while the button is off.
  private var offArcs: [Arc] = []

  /// Lays out the strokes and arcs of an icon.
  ///
  /// - Parameters:
  ///   - icon: The icon to lay out.
  ///   - center: The icon's centre, in pixels.
  ///   - size: The icon's width and height in pixels.
  ///   - isCrossedOut: Whether a loudspeaker is crossed out while the button is on.
  init(_ icon: ButtonLayout.Icon, center: PixelPoint, size: Float, isCrossedOut: Bool) {
    self.center = center
    self.size = size
    pen = max(size * 0.088, 1.4)
    add(icon, isCrossedOut: isCrossedOut)
  }

  /// All pixels that the icon may touch.
  var bounds: PixelRect { PixelRect(around: center, reach: size * 0.5 + pen) }

  func draw(on canvas: Canvas, _ color: Color, isOn: Bool) {
    let paint = Paint.solid(color)
    for stroke in strokes { canvas.fill(stroke, with: paint) }
    for arc in arcs { canvas.fill(arc, with: paint) }
    if isOn {
      for stroke in onStrokes { canvas.fill(stroke, with: paint) }
    } else {
      for arc in offArcs { canvas.fill(arc, with: paint) }
    }
  }
}

/// The parts of icons, in fractions of their width and height from the centre.
extension LineIcon {
  mutating func addLine(_ points: [(x: Float, y: Float)]) { strokes += line(points) }

  /// Adds a closed line.
  mutating func addOutline(_ corners: [(x: Float, y: Float)]) {
    strokes += line(corners + corners.prefix(1))
  }

  /// Adds an arc from one direction clockwise to another, in degrees from 12 o'clock.
  mutating func addArc(
    _ x: Float, _ y: Float, radius: Float, from: Double, to: Double
  ) {
    arcs.append(arc(x, y, radius: radius, from: from, to: to))
  }

  mutating func addCircle(_ x: Float, _ y: Float, radius: Float) {
    addArc(x, y, radius: radius, from: 0, to: 360)
  }

  mutating func addDot(_ x: Float, _ y: Float, width: Float) {
    strokes.append(Capsule(from: point(x, y), to: point(x, y), width: max(width * size, pen)))
  }

  /// Adds a loudspeaker with waves; if it can be crossed out, a cross replaces them while the
  /// button is on.
  mutating func addSpeaker(isCrossedOut: Bool) {
    addLine([
      (-0.04, -0.36), (-0.26, -0.16), (-0.44, -0.16), (-0.44, 0.16), (-0.26, 0.16), (-0.04, 0.36),
      (-0.04, -0.36),
    ])
    let waves = [
      arc(-0.06, 0, radius: 0.25, from: 52, to: 128),
      arc(-0.06, 0, radius: 0.46, from: 50, to: 130),
    ]
    if isCrossedOut {
      offArcs = waves
      onStrokes = line([(0.16, -0.14), (0.44, 0.14)]) + line([(0.16, 0.14), (0.44, -0.14)])
    } else {
      arcs += waves
    }
  }

  private func point(_ x: Float, _ y: Float) -> PixelPoint {
    PixelPoint(x: center.x + x * size, y: center.y + y * size)
  }

  private func line(_ points: [(x: Float, y: Float)]) -> [Capsule] {
    zip(points, points.dropFirst()).map {
      Capsule(from: point($0.x, $0.y), to: point($1.x, $1.y), width: pen)
    }
  }

  private func arc(
    _ x: Float, _ y: Float, radius: Float, from: Double, to: Double
  ) -> Arc {
    Arc(
      ring: Ring(center: point(x, y), radius: radius * size, width: pen),
      from: Direction(degrees: from), to: Direction(degrees: to))
  }
}
