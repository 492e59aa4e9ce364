// Internal types, which the panel that is shipped does not show (`-enable-testing`).
#if DEBUG || TESTABLE
import JSON

@testable import PanelApplication

extension FuzzTarget {
  /// Lines that programs send to the panel's socket, and values as people write them.
  static let socket = FuzzTarget(name: "socket", longestInput: 400) { bytes in
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      do throws(SocketMistake) {
        let request = try SocketRequest(Array(line))
        if case .setText(_, let text) = request.action {
          _ = KnobChange(text, names: ["CD", "+5"])
        }
      } catch {
        let answer = SocketAnswer.failed(error).line
        try require(
          JSONValue(parsing: Array(answer.utf8)) != nil, "an answer is no JSON: \(answer)")
        try require(!answer.utf8.contains(UInt8(ascii: "\n")), "an answer of two lines")
      }
    }
  }
}
#endif
