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
  ///   - icon: Which icon it is.
  ///   - center: Its centre, in pixels.
  ///   - size: The icon's width and height in pixels.
  ///   - isCrossedOut: Whether a loudspeaker is crossed out while the button is on.
  init(_ icon: ButtonLayout.Icon, center: PixelPoint, size: Float, isCrossedOut: Bool) {
    self.center = center
    self.size = size
    pen = max(size * 0.088, 1.4)
    switch icon {
    case .speaker: addSpeaker(isCrossedOut: isCrossedOut)
    case .power:
      arcs.append(arc(0, 0.03, radius: 0.39, from: 38, to: 322))
      strokes.append(stroke(0, -0.46, 0, -0.04))
    case .reset:
      arcs.append(arc(0, 0.03, radius: 0.38, from: -62, to: 262))
      strokes += line([(-0.35, -0.43), (-0.35, -0.16), (-0.08, -0.16)])
    case .left: strokes += line([(0.12, -0.3), (-0.16, 0), (0.12, 0.3)])
    case .right: strokes += line([(-0.12, -0.3), (0.16, 0), (-0.12, 0.3)])
    case .up: strokes += line([(-0.3, 0.12), (0, -0.16), (0.3, 0.12)])
    case .down: strokes += line([(-0.3, -0.12), (0, 0.16), (0.3, -0.12)])
    }
  }

  private mutating func addSpeaker(isCrossedOut: Bool) {
    strokes += line([
      (-0.04, -0.36), (-0.26, -0.16), (-0.44, -0.16), (-0.44, 0.16), (-0.26, 0.16), (-0.04, 0.36),
      (-0.04, -0.36),
    ])
    let waves = [
      arc(-0.06, 0, radius: 0.25, from: 52, to: 128),
      arc(-0.06, 0, radius: 0.46, from: 50, to: 130),
    ]
    if isCrossedOut {
      offArcs = waves
      onStrokes = [stroke(0.16, -0.14, 0.44, 0.14), stroke(0.16, 0.14, 0.44, -0.14)]
    } else {
      arcs += waves
    }
  }

  /// The pixels the icon may touch.
  var bounds: PixelRect {
    let reach = size * 0.5 + pen
    let (left, top) = (
      Int((center.x - reach).rounded(.down)), Int((center.y - reach).rounded(.down))
    )
    let side = Int((reach * 2).rounded(.up)) + 1
    return PixelRect(x: left, y: top, width: side, height: side)
  }

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

  private func point(_ x: Float, _ y: Float) -> PixelPoint {
    PixelPoint(x: center.x + x * size, y: center.y + y * size)
  }

  private func stroke(_ x: Float, _ y: Float, _ toX: Float, _ toY: Float) -> Capsule {
    Capsule(from: point(x, y), to: point(toX, toY), width: pen)
  }

  private func line(_ points: [(x: Float, y: Float)]) -> [Capsule] {
    zip(points, points.dropFirst()).map { stroke($0.x, $0.y, $1.x, $1.y) }
  }

  private func arc(
    _ x: Float, _ y: Float, radius: Float, from: Double, to: Double
  ) -> Arc {
    Arc(
      ring: Ring(center: point(x, y), radius: radius * size, width: pen),
      from: Direction(degrees: from), to: Direction(degrees: to))
  }
}
