internal import Diagnostics
internal import Layout

/// The language version of a layout file.
enum LayoutVersion {
  /// Returns an error for an unsupported version; nil if it is supported or missing.
  static func problem(of root: Node) -> Diagnostic? {
    guard let value = root["version"], case .scalar(let text, isPlain: true) = value.content,
      let number = NumberText.decimal(text), number != Double(LayoutReader.version)
    else { return nil }
    return Diagnostic(
      .error,
      "this file has version \(VisibleText.printable(text)), but this knobpanel reads version "
        + "\(LayoutReader.version)",
      at: value.span,
      hint: number > Double(LayoutReader.version)
        ? "install a newer knobpanel, or use a layout written for version \(LayoutReader.version)"
        : "write `version: \(LayoutReader.version)`")
  }
}
