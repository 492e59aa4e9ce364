/// Colours along a range 0…1: up to eight, each reached from the one before over an interval.
///
/// Intervals of length 0 make zones of one colour. The colours are stored inline, so that copying a
/// ramp does not allocate.
public struct ColorRamp: Sendable {
  /// A change of colour between two places.
  struct Step: Sendable {
    var start: Float = 0
    var end: Float = 1
    var to = Color(0)
  }

  /// The most colours that a ramp can have.
  public static let mostColors = 8

  /// The colour at the start.
  public let first: Color
  private(set) var steps = InlineArray<7, Step>(repeating: Step())
  /// How often the colour changes.
  public private(set) var changes = 0

  /// A ramp of one colour, to which others are added.
  public init(_ first: Color) {
    self.first = first
  }

  /// From one colour to another, which is reached at `part` (0…1).
  public init(_ first: Color, _ last: Color, part: Float = 1) {
    self.init(first)
    if first != last { add(last, from: 0, to: part) }
  }

  /// The colour at the end.
  public var last: Color { changes == 0 ? first : steps[changes - 1].to }

  /// Adds a change to another colour between two places, which lie after those before; ignored if there
  /// are `mostColors` already.
  public mutating func add(_ color: Color, from start: Float, to end: Float) {
    guard changes < ColorRamp.mostColors - 1 else { return }
    steps[changes] = Step(start: start, end: max(end, start), to: color)
    changes += 1
  }

  /// The colour at a place.
  public func color(at place: Float) -> Color {
    var color = first
    for index in 0..<changes {
      let step = steps[index]
      if place >= step.end {
        color = step.to
      } else if place > step.start {
        color = color.mixed(with: step.to, (place - step.start) / (step.end - step.start))
      }
    }
    return color
  }

  /// The same ramp with each of its colours changed.
  public func mapped(_ change: (Color) -> Color) -> ColorRamp {
    var ramp = ColorRamp(change(first))
    for index in 0..<changes {
      ramp.add(change(steps[index].to), from: steps[index].start, to: steps[index].end)
    }
    return ramp
  }
}
