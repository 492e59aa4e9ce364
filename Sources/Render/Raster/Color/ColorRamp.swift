/// Up to eight colours along a range 0…1, each reached from the previous one over an interval.
///
/// Intervals of length 0 make zones of one colour. The colours are stored inline, so that copying a
/// ramp does not allocate.
public struct ColorRamp: Sendable {
  /// A change of colour between two positions.
  struct Step: Sendable {
    var start: Float = 0
    var end: Float = 1
    var to = Color(0)
  }

  /// The maximum number of colours in a ramp.
  public static let maxColors = 8

  /// The colour at the start.
  public let first: Color
  private(set) var steps = InlineArray<7, Step>(repeating: Step())
  /// The number of colour changes.
  public private(set) var changes = 0

  /// Creates a ramp of one colour, to which others can be added.
  public init(_ first: Color) {
    self.first = first
  }

  /// Creates a ramp from one colour to another, which is reached at `part` (0…1).
  public init(_ first: Color, _ last: Color, part: Float = 1) {
    self.init(first)
    if first != last { add(last, from: 0, to: part) }
  }

  /// The colour at the end.
  public var last: Color { changes == 0 ? first : steps[changes - 1].to }

  /// Adds a change to another colour between two positions after the previous changes.
  ///
  /// Does nothing if the ramp already has `maxColors` colours.
  public mutating func add(_ color: Color, from start: Float, to end: Float) {
    guard changes < ColorRamp.maxColors - 1 else { return }
    steps[changes] = Step(start: start, end: max(end, start), to: color)
    changes += 1
  }

  /// Returns the colour at a position.
  public func color(at position: Float) -> Color {
    var color = first
    for index in 0..<changes {
      let step = steps[index]
      if position >= step.end {
        color = step.to
      } else if position > step.start {
        color = color.mixed(with: step.to, (position - step.start) / (step.end - step.start))
      }
    }
    return color
  }

  /// Returns the ramp with each of its colours changed.
  public func mapped(_ change: (Color) -> Color) -> ColorRamp {
    var ramp = ColorRamp(change(first))
    for index in 0..<changes {
      ramp.add(change(steps[index].to), from: steps[index].start, to: steps[index].end)
    }
    return ramp
  }
}
