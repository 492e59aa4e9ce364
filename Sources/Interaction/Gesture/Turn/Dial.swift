/// A knob's geometry for fingers: its centre, the radius within which a finger may land, and the
/// hub, where angles are ignored.
///
/// Lengths are in design pixels.
public struct Dial: Hashable, Sendable {
  /// The centre, in design pixels.
  public var center: DesignPoint
  /// The distance from the centre within which the finger's angle is ignored.
  public var hubRadius: Double
  /// The distance from the centre within which a finger may land; by default beyond the drawn edge.
  public var reachRadius: Double

  /// The default reach, as a fraction of the drawn radius.
  public static let defaultReach = 1.1
  /// The default hub, as a fraction of the drawn radius.
  public static let defaultHub = 0.15

  /// Creates the default dial of a knob drawn with `radius`.
  public init(center: DesignPoint, radius: Double) {
    self.init(
      center: center, hubRadius: Self.defaultHub * radius,
      reachRadius: Self.defaultReach * radius)
  }

  /// Creates a dial from its two radii.
  public init(center: DesignPoint, hubRadius: Double, reachRadius: Double) {
    self.center = center
    self.hubRadius = hubRadius
    self.reachRadius = reachRadius
  }

  /// Returns the distance of `point` from the centre as a fraction of the reach.
  public func nearness(of point: DesignPoint) -> Double {
    offset(of: point).length / reachRadius
  }

  /// Returns the direction of `point` from the centre in radians; nil within the hub.
  public func direction(of point: DesignPoint) -> Double? {
    let offset = offset(of: point)
    guard offset.square > hubRadius * hubRadius else { return nil }
    return Angle.direction(x: offset.x, y: offset.y)
  }

  /// Returns the angle in radians by which a finger turned on the straight line between two points.
  ///
  /// Only the parts of the line outside the hub count, so that a finger crossing the hub does not
  /// turn the knob meanwhile and a jump across the hub between two samples is not half a turn. The
  /// rest counts in full, up to half a turn per sample.
  ///
  ///           · to                    from–in and out–to turn the knob,
  ///          /                        in–out through the hub does not
  ///      out●
  ///     (  /  )  hub
  ///      ●in
  ///     /
  ///    · from
  public func turn(from: DesignPoint, to: DesignPoint) -> Double {
    let start = offset(of: from)
    let end = offset(of: to)
    let chord = end - start
    // |start + t·chord|² = hub² is a·t² + 2b·t + c = 0; between its roots the line is in the hub.
    let a = chord.square
    let b = start.x * chord.x + start.y * chord.y
    let c = start.square - hubRadius * hubRadius
    let discriminant = b * b - a * c
    guard a > 0, discriminant > 0 else {
      return a > 0 ? Self.turn(from: start, to: end) : 0
    }
    let root = discriminant.squareRoot()
    let enters = (-b - root) / a
    let leaves = (-b + root) / a
    if enters >= 1 || leaves <= 0 { return Self.turn(from: start, to: end) }
    var turn = 0.0
    if enters > 0 { turn += Self.turn(from: start, to: start + chord * enters) }
    if leaves < 1 { turn += Self.turn(from: start + chord * leaves, to: end) }
    return turn
  }

  private func offset(of point: DesignPoint) -> DesignPoint {
    point - center
  }

  private static func turn(from: DesignPoint, to: DesignPoint) -> Double {
    Angle.wrapped(
      Angle.direction(x: to.x, y: to.y) - Angle.direction(x: from.x, y: from.y))
  }
}
