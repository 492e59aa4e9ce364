/// An argument vector with a placeholder for what each run is about.
struct CommandTemplate: Hashable, Sendable {
  private let placeholder: String
  /// Each argument's parts between placeholders.
  private let parts: [[String]]

  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - placeholder: What is replaced, such as "{value}".
  init(_ arguments: [String], placeholder: String) {
    self.placeholder = placeholder
    parts = arguments.map { Self.parts(of: $0, around: placeholder) }
  }

  /// Whether an argument has the placeholder; the program's own name does not count.
  var hasPlaceholder: Bool { parts.dropFirst().contains { $0.count > 1 } }

  /// The arguments with the text in place of each placeholder; one argument stays one.
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
