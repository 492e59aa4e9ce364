/// The clockwise rotation of the panel's picture on the display.
public enum Rotation: Int, CaseIterable, Sendable {
  /// Upright.
  case none = 0
  /// By 90 degrees.
  case quarter = 90
  /// By 180 degrees.
  case half = 180
  /// By 270 degrees.
  case threeQuarters = 270

  /// Creates a rotation by a multiple of 90 degrees, which may be negative; nil for other angles.
  public init?(degrees: Int) {
    guard degrees % 90 == 0 else { return nil }
    self.init(rawValue: ((degrees % 360) + 360) % 360)
  }

  /// Returns the combination of two rotations.
  public static func + (left: Rotation, right: Rotation) -> Rotation {
    Rotation(rawValue: (left.rawValue + right.rawValue) % 360) ?? .none
  }

  /// Whether the rotation exchanges width and height.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

  /// Returns the size of a picture of `size` after the rotation (or its inverse).
  public func apply(to size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns the position in the turned picture of a rectangle of an unturned one of `size`.
  public func apply(to rect: PixelRect, in size: PixelSize) -> PixelRect {
    switch self {
    case .none: rect
    case .quarter:
      PixelRect(x: size.height - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
    case .half:
      PixelRect(
        x: size.width - rect.maxX, y: size.height - rect.maxY,
        width: rect.width, height: rect.height)
    case .threeQuarters:
      PixelRect(x: rect.y, y: size.width - rect.maxX, width: rect.height, height: rect.width)
    }
  }
}
