/// The geometry of a knob that fingers meet: its centre, the ring in which a finger may land, and
/// the hub where angles mean nothing.
///
/// Lengths are design pixels.
public struct Dial: Hashable, Sendable {
  public var center: DesignPoint
  /// Within this distance of the centre the angle of a finger is frozen.
  public var hubRadius: Double
  /// A finger may land anywhere up to this distance, beyond the drawing's edge.
  public var reachRadius: Double

  /// How far beyond a drawing a finger may land, in radii of the drawing.
  public static let reachRatio = 1.1
  /// The hub of a drawing, in its radii.
  public static let hubRatio = 0.15

  /// The usual dial around a drawing of `radius`.
  public init(center: DesignPoint, radius: Double) {
    self.init(
      center: center, hubRadius: Self.hubRatio * radius, reachRadius: Self.reachRatio * radius)
  }

  public init(center: DesignPoint, hubRadius: Double, reachRadius: Double) {
    self.center = center
    self.hubRadius = hubRadius
    self.reachRadius = reachRadius
  }

  /// How far `point` is from the centre as a fraction of the reach: at most 1 for one within it.
  public func nearness(of point: DesignPoint) -> Double {
    offset(of: point).length / reachRadius
  }

  /// The direction of `point` from the centre in radians; nil within the hub.
  public func direction(of point: DesignPoint) -> Double? {
    let offset = offset(of: point)
    guard offset.square > hubRadius * hubRadius else { return nil }
    return Angle.direction(x: offset.x, y: offset.y)
  }

  /// The angle in radians that a finger turned on its straight way from one point to another.
  ///
  /// Only the part of the way outside the hub counts, so that a finger that crosses the hub leaves
  /// it where it left off, and one that jumps across between two reports is no half turn. All else
  /// counts in full, however large: up to half a turn a report.
  ///
  ///           · to                    the way from–in and out–to turn the knob,
  ///          /                        the way in–out through the hub does not
  ///      out●
  ///     (  /  )  hub
  ///      ●in
  ///     /
  ///    · from
  public func turn(from: DesignPoint, to: DesignPoint) -> Double {
    let start = offset(of: from)
    let end = offset(of: to)
    let way = end - start
    // |start + t·way|² = hub² is a·t² + 2b·t + c = 0; between its roots the way is in the hub.
    let a = way.square
    let b = start.x * way.x + start.y * way.y
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
    if enters > 0 { turn += Self.turn(from: start, to: start + way * enters) }
    if leaves < 1 { turn += Self.turn(from: start + way * leaves, to: end) }
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
