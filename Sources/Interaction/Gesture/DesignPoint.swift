/// A point or offset in design pixels; x grows to the right, y grows downward.
public struct DesignPoint: Hashable, Sendable {
  /// Design pixels from the left edge.
  public var x: Double
  /// Design pixels from the top edge.
  public var y: Double

  /// Creates a point or offset in design pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the straight-line distance to another point.
  public func distance(to other: DesignPoint) -> Double { (other - self).length }
}

extension DesignPoint {
  static func + (left: DesignPoint, right: DesignPoint) -> DesignPoint {
    DesignPoint(x: left.x + right.x, y: left.y + right.y)
  }

  static func - (left: DesignPoint, right: DesignPoint) -> DesignPoint {
    DesignPoint(x: left.x - right.x, y: left.y - right.y)
  }

  static func * (offset: DesignPoint, factor: Double) -> DesignPoint {
    DesignPoint(x: offset.x * factor, y: offset.y * factor)
  }

  /// The squared length of the offset.
  var square: Double { x * x + y * y }

  var length: Double { square.squareRoot() }

  var isFinite: Bool { x.isFinite && y.isFinite }
}
