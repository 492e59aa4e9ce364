internal import Diagnostics
public import Layout

extension LayoutFault {
  /// Describes the first error of an outcome, or else its first warning.
  public init(_ outcome: LayoutReader.Outcome) {
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? outcome.diagnostics.first else {
      self.init("has errors")
      return
    }
    self.init(
      first.message, file: LayoutFault.name(ofPath: first.span.file.path), at: first.span.start,
      hint: first.hint)
    span = first.span
    otherCount = max(errors.count - 1, 0) + outcome.omittedCount
    panel = outcome.panel
    report = outcome.text
  }
}
