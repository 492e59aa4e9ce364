public import Gesture

/// The position of the PIN pad on a panel, in design pixels: a title and a row of dots, and below
/// or beside them three columns and four rows of keys.
///
/// Keys are as large as fits, up to a comfortable touch size; on a round panel, the whole pad is
/// inside the circle.
public struct PINPadLayout: Sendable {
  /// The function of a key.
  public enum Key: Hashable, Sendable {
    /// Appends a digit, 0…9.
    case digit(UInt8)
    /// Removes the last digit.
    case erase
    /// Closes the pad.
    case cancel
    /// Ends a code whose number of digits is not fixed.
    case confirm
  }

  /// The keys row by row, from the top left.
  public static let keys: [Key] =
    (1...9).map { Key.digit($0) } + [Key.cancel, .digit(0), .erase]

  /// Returns the function of a key, by its index in `keys`.
  ///
  /// - Parameters:
  ///   - index: The index of the key.
  ///   - confirms: Whether there is a key that ends the code; then the key that cancels also erases.
  ///   - isEmpty: Whether no digit has been entered.
  /// - Returns: The function.
  public static func key(_ index: Int, confirms: Bool, isEmpty: Bool) -> Key {
    guard confirms else { return keys[index] }
    return switch keys[index] {
    case .cancel: isEmpty ? .cancel : .erase
    case .erase: .confirm
    case .digit, .confirm: keys[index]
    }
  }

  private static let columns = 3
  private static let rows = 4
  /// The fraction of its square that a key fills.
  private static let filling = 0.88
  /// The distance to the panel's edge, in design pixels.
  private static let margin = 8.0
  /// The maximum key pitch, in design pixels or as a fraction of the panel's shorter side; the
  /// larger one applies.
  private static let enough = (pixels: 90.0, part: 0.15)
  /// The height of title and dots above the keys, and their width beside the keys, in key pitches.
  private static let header = (height: 1.1, width: 3.3)
  /// The limits on a round panel: the key pitch in diameters, and the distance from the title's top
  /// to the centre in key pitches.
  private static let circle = (key: 0.17, top: 2.59)

  /// The distance from one key to the next.
  public let pitch: Double
  /// The centre of the title, and its maximum width.
  public let title: (center: DesignPoint, width: Double)
  /// The centre of the row of dots.
  public let dots: DesignPoint
  private let left: Double
  private let top: Double

  /// Lays out the pad on a panel.
  public init(_ panel: PanelLayout) {
    let (width, height) = (panel.width, panel.height)
    let shorter = min(width, height)
    let largest = max(Self.enough.pixels, shorter * Self.enough.part)
    let (columns, rows) = (Double(Self.columns), Double(Self.rows))
    let (freeWidth, freeHeight) = (
      max(width - 2 * Self.margin, 1), max(height - 2 * Self.margin, 1)
    )
    let above = min(
      freeWidth / columns, freeHeight / (rows + Self.header.height), largest,
      panel.shape == .round ? shorter * Self.circle.key : .infinity)
    let beside = min(freeWidth / (columns + Self.header.width), freeHeight / rows, largest)
    let isBeside = panel.shape == .rectangle && beside > above * 1.15
    pitch = isBeside ? beside : above
    let middle = DesignPoint(x: width / 2, y: height / 2)
    if isBeside {
      let start = middle.x - pitch * (columns + Self.header.width) / 2
      let header = start + pitch * (Self.header.width - 0.3) / 2
      title = (DesignPoint(x: header, y: middle.y - 0.35 * pitch), pitch * 3)
      dots = DesignPoint(x: header, y: middle.y + 0.25 * pitch)
      left = start + pitch * Self.header.width
      top = middle.y - pitch * rows / 2
    } else {
      let start =
        panel.shape == .round
        ? middle.y - pitch * Self.circle.top
        : middle.y - pitch * (rows + Self.header.height) / 2
      title = (DesignPoint(x: middle.x, y: start + 0.3 * pitch), pitch * 3)
      dots = DesignPoint(x: middle.x, y: start + 0.78 * pitch)
      left = middle.x - pitch * columns / 2
      top = start + pitch * Self.header.height
    }
  }

  /// Width and height of a key.
  public var keySize: Double { pitch * Self.filling }

  /// Returns the centre of a key, by its index in `keys`.
  public func center(ofKey index: Int) -> DesignPoint {
    DesignPoint(
      x: left + (Double(index % Self.columns) + 0.5) * pitch,
      y: top + (Double(index / Self.columns) + 0.5) * pitch)
  }

  /// Returns the index of the key at a point, without gaps between keys; nil outside the keys.
  public func key(at point: DesignPoint) -> Int? {
    let (column, row) = (
      ((point.x - left) / pitch).rounded(.down), ((point.y - top) / pitch).rounded(.down)
    )
    guard column >= 0, column < Double(Self.columns), row >= 0, row < Double(Self.rows) else {
      return nil
    }
    return Int(row) * Self.columns + Int(column)
  }
}
