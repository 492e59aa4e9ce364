/// A gradient of several colours around a centre; for two colours, `AngularGradient` is faster.
public struct AngularRamp: Sendable {
  /// A change of colour: its interval and what it adds to each channel in total.
  private struct Change: Sendable {
    var start: Float = 0
    var perUnit: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
  }

  private let first: Color
  private var changes = InlineArray<7, Change>(repeating: Change())
  private let count: Int
  private let center: PixelPoint
  private let middle: Direction
  private let perRadian: Float
  private let positionAhead: Float

  /// Creates a gradient from the `positions` part of a ramp, between two angles less than a turn
  /// apart.
  ///
  /// `end` may precede `start`. The first colour's opacity applies throughout. Each change spans at
  /// least a pixel at `radius` from the centre.
  public init(
    center: PixelPoint, from start: Direction, to end: Direction, _ ramp: ColorRamp,
    positions: ClosedRange<Float> = 0...1, radius: Float
  ) {
    self.center = center
    first = ramp.first
    count = ramp.changes
    middle = Direction(radians: (start.radians + end.radians) * 0.5)
    let sweep = end.radians - start.radians
    let length = positions.upperBound - positions.lowerBound
    perRadian = abs(sweep) < 1e-3 ? 0 : length / sweep
    positionAhead = (positions.lowerBound + positions.upperBound) * 0.5
    let pixel = abs(perRadian) / max(radius, 1)
    var before = ramp.first
    for index in 0..<ramp.changes {
      let step = ramp.steps[index]
      let width = max(step.end - step.start, max(pixel, 1e-6))
      changes[index] = Change(
        start: (step.start + step.end - width) * 0.5, perUnit: 1 / width,
        red: step.to.red - before.red, green: step.to.green - before.green,
        blue: step.to.blue - before.blue)
      before = step.to
    }
  }
}

extension AngularRamp: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { first.opacity == 1 }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let (dx, dy) = (x - center.x, y - center.y)
    let ahead = middle.sine * dx - middle.cosine * dy
    let aside = middle.sine * dy + middle.cosine * dx
    let position = positionAhead + AngularGradient.angle(ahead, aside) * perRadian
    var (red, green, blue) = (first.red, first.green, first.blue)
    for index in 0..<count {
      let change = changes[index]
      let part = min(max((position - change.start) * change.perUnit, 0), 1)
      red += change.red * part
      green += change.green * part
      blue += change.blue * part
    }
    // Rounding may take the sums slightly out of range.
    return Sample(
      red: min(max(red, 0), 255), green: min(max(green, 0), 255), blue: min(max(blue, 0), 255),
      opacity: first.opacity)
  }
}
