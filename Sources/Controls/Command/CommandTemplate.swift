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
    parts = arguments.map { $0.parts(around: placeholder) }
  }

  /// Whether an argument contains the placeholder; the program's name does not count.
  var hasPlaceholder: Bool { parts.dropFirst().contains { $0.count > 1 } }

  /// Returns the arguments with each placeholder replaced by a text; one argument remains one.
  func arguments(_ text: String) -> [String] {
    parts.enumerated().map { index, parts in
      parts.joined(separator: index == 0 ? placeholder : text)
    }
  }
}
