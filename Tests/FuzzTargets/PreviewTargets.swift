import Diagnostics
import Gesture
import Raster

@testable import Preview

#if DEBUG || TESTABLE
extension FuzzTarget {
  /// A message from a page.
  static let browser = FuzzTarget(name: "browser", longestInput: 600) { bytes in
    switch BrowserMessage(bytes) {
    case .touch(let frames)?:
      for frame in frames {
        try require(
          (0...100_000).contains(frame.ageMicroseconds),
          "a touch is \(frame.ageMicroseconds) µs old")
      }
    case .view(let choice)?:
      let area = (choice.size?.width ?? 0) * (choice.size?.height ?? 0)
      try require((0...ViewChoice.areaLimit).contains(area), "a display of \(area) pixels")
    case .outside(_, let level)?: try require((0...1).contains(level), "a level of \(level)")
    case .simulate(_, let choice)?:
      try require(
        (0...10_000).contains(choice.delayMilliseconds) && (0...1).contains(choice.loss),
        "\(choice)")
    case .wheel(let point, let notches)?:
      try require(abs(point.x) < 100 && abs(point.y) < 100 && notches.isFinite, "\(point)")
    default: return
    }
  }

  /// Two bytes for a line and a column, then a layout in which the knob there is moved: it can be
  /// moved again, and the number of lines stays the same.
  static let center = FuzzTarget(name: "center", longestInput: 400) { bytes in
    var input = FuzzInput(bytes)
    let location = SourceLocation(line: 1 + input.below(16), column: 1 + input.below(64))
    guard let text = String(validating: input.rest, as: UTF8.self) else { return }
    let center = CenterText(text)
    let isMovable = center.hasCenter(at: location)
    guard
      let moved = try? center.moving(
        at: location, from: (100, 100), to: (150, 80), panelSize: (800, 480))
    else { return }
    try require(isMovable, "an immovable knob was moved")
    try require(
      CenterText(moved).hasCenter(at: location), "after a move there is no centre: \(moved)")
    try require(
      moved.split(separator: "\n", omittingEmptySubsequences: false).count
        == text.split(separator: "\n", omittingEmptySubsequences: false).count,
      "a move changed the lines")
  }
}
#endif
