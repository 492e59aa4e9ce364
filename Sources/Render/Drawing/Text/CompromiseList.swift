import Layout

/// Collects how texts differ from what the layout asks for, while a layout is checked.
final class CompromiseList {
  private var list: [TextArea.Compromise] = []

  func add(_ compromise: TextArea.Compromise) {
    guard !list.contains(compromise) else { return }
    list.append(compromise)
  }

  /// Returns those since the last call.
  func take() -> [TextArea.Compromise] {
    defer { list = [] }
    return list
  }
}
