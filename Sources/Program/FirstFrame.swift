/// What `knobpanel run --verbose` logs when it hands over the first frame that shows a layout.
///
/// Programs that start a panel wait for this line.
public struct FirstFrame: Sendable, CustomStringConvertible {
  /// Of the frame, in pixels.
  public var width: Int
  /// Of the frame, in pixels.
  public var height: Int

  private static let words = "first frame "

  /// A first frame of that size, in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The message that a line of the log ends with; nil for any other line.
  public init?(line: some StringProtocol) {
    guard line.hasPrefix("knobpanel: \(Self.words)") else { return nil }
    let size = line.split(separator: " ").last?.split(separator: "x").compactMap { Int($0) } ?? []
    guard size.count == 2 else { return nil }
    self.init(width: size[0], height: size[1])
  }

  /// "first frame 800x480".
  public var description: String { "\(Self.words)\(width)x\(height)" }
}
