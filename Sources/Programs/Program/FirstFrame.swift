/// The message that `knobpanel run --verbose` logs when it presents the first frame of a layout.
///
/// Programs that start a panel wait for this line.
public struct FirstFrame: Sendable, CustomStringConvertible {
  /// The width of the frame, in pixels.
  public var width: Int
  /// The height of the frame, in pixels.
  public var height: Int

  private static let words = "first frame "

  /// Creates the message for a frame of this size, in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Parses the message in a log line; returns nil if the line has none.
  public init?(line: some StringProtocol) {
    guard line.hasPrefix("knobpanel: \(Self.words)") else { return nil }
    let size = line.split(separator: " ").last?.split(separator: "x").compactMap { Int($0) } ?? []
    guard size.count == 2 else { return nil }
    self.init(width: size[0], height: size[1])
  }

  /// "first frame 800x480".
  public var description: String { "\(Self.words)\(width)x\(height)" }
}
