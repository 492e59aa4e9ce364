internal import Gesture

/// The delay until a knob follows a finger that rests for 150 ms and then moves steadily.
public struct FirstMovementTable: Sendable {
  /// One turn mode, one speed, one touchscreen.
  public struct Row: Sendable {
    /// How the knob is turned.
    public var turn: String
    /// The finger's speed in pixels per second.
    public var speed: Double
    /// A description of the touchscreen's noise.
    public var noise: String
    /// The mean time from the start of the movement until the pointer moves.
    public var milliseconds: Double
    /// The mean distance that the finger has moved by then.
    public var pixels: Double
  }

  /// One row for each turn mode, speed and touchscreen.
  public let rows: [Row]

  private static let rest = 0.15
  private static let screens: [(name: String, noise: Double, raster: Double)] = [
    ("none", 0, 0), ("1 px raster, 1.5 px noise", 1.5, 1),
  ]

  /// Measures all rows, touchscreens with noise `seeds` times.
  public init(seeds: Int = 8) {
    rows = [TurnMode.relative, .absolute, .vertical, .horizontal, .both, .auto].flatMap { mode in
      [20.0, 100, 400].flatMap { speed in
        Self.screens.map { screen in
          let path = FingerPath(
            name: mode.rawValue, seconds: Self.rest + min(100 / speed, 2), rate: 100,
            noise: screen.noise, raster: screen.raster,
            position: { Self.position(mode, distance: speed * max($0 - Self.rest, 0)) })
          let runs = (1...(path.isClean ? 1 : seeds)).map { seed in
            max(
              (OurKnob.firstMovement(mode, along: path, seed: seed) ?? path.seconds) - Self.rest, 0)
          }
          let seconds = runs.reduce(0, +) / Double(runs.count)
          return Row(
            turn: mode.rawValue, speed: speed, noise: screen.name, milliseconds: 1000 * seconds,
            pixels: speed * seconds)
        }
      }
    }
  }

  /// Returns a position along the circle, or along the line of a drag.
  private static func position(_ mode: TurnMode, distance: Double) -> DesignPoint {
    let start = polar(-90, 120)
    return switch mode {
    case .relative, .absolute, .auto: polar(-90 + Angle.degrees(fromRadians: distance / 120), 120)
    case .vertical: DesignPoint(x: start.x, y: start.y - distance)
    case .horizontal, .both: DesignPoint(x: start.x + distance, y: start.y)
    }
  }
}
