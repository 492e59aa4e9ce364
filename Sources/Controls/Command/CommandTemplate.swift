/// An argument vector with a placeholder for the value of each run.
struct CommandTemplate: Hashable, Sendable {
  private let placeholder: String
  /// The parts of each argument between placeholders.
  private let parts: [[String]]

  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - placeholder: The text to replace, such as "{value}".
  init(_ arguments: [String], placeholder: String) {
    self.placeholder = placeholder
    parts = arguments.map { Self.parts(of: $0, around: placeholder) }
  }

  /// Whether an argument contains the placeholder; the program's name does not count.
  var hasPlaceholder: Bool { parts.dropFirst().contains { $0.count > 1 } }

  /// Returns the arguments with each placeholder replaced by a text; one argument remains one.
  func arguments(_ text: String) -> [String] {
    parts.enumerated().map { index, parts in
      parts.joined(separator: index == 0 ? placeholder : text)
    }
  }

  private static func parts(of text: String, around placeholder: String) -> [String] {
    let bytes = Array(text.utf8)
    let mark = Array(placeholder.utf8)
    var parts: [String] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: mark) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
