/// How far the panel's picture is turned on the display, clockwise.
public enum Rotation: Int, CaseIterable, Sendable {
  /// Upright.
  case none = 0
  /// By 90 degrees.
  case quarter = 90
  /// By 180 degrees.
  case half = 180
  /// By 270 degrees.
  case threeQuarters = 270

  /// The rotation by any multiple of 90 degrees, also negative ones; nil for other angles.
  public init?(degrees: Int) {
    guard degrees % 90 == 0 else { return nil }
    self.init(rawValue: ((degrees % 360) + 360) % 360)
  }

  /// One rotation after the other.
  public static func + (left: Rotation, right: Rotation) -> Rotation {
    Rotation(rawValue: (left.rawValue + right.rawValue) % 360) ?? .none
  }

  /// True for the two rotations that exchange width and height.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

  /// The size of a picture of `size` once it is turned (or turned back).
  public func apply(to size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a rectangle of an unturned picture of `size` lies in the turned one.
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
