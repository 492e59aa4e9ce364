internal import Layout

/// What conditions compare, apart from the panel's own state.
struct ConditionInputs {
  /// The last report of each of the layout's condition controls; nil while it is unknown.
  private(set) var reports: [Report?]
  /// Minutes since midnight in local time; nil if that is not known.
  var minute: Int?

  /// A value that a control has reported.
  enum Report: Hashable {
    case number(Double)
    /// In lower case.
    case text(String)
  }

  init(_ layout: LayoutDocument) {
    reports = Array(repeating: nil, count: layout.conditionControls.count)
  }

  /// Sets the report of a control; returns whether it differs from the last one.
  mutating func set(_ report: Report?, ofControl index: Int) -> Bool {
    guard reports.indices.contains(index), reports[index] != report else { return false }
    reports[index] = report
    return true
  }
}

extension ConditionInputs.Report {
  /// The maximum length of a text; a longer one equals no value of a layout.
  private static let textLimit = 200

  /// Creates the report of a text.
  init(text: String) { self = .text(text.prefix(Self.textLimit + 1).lowercased()) }
}

extension ValueTest {
  /// Returns whether a reported value passes the test.
  func passes(_ report: ConditionInputs.Report) -> Bool {
    switch self {
    case .isOneOf(let values): values.contains { $0.isEqual(to: report) }
    case .isBetween(let above, let below):
      if case .number(let number) = report {
        number > above ?? -.infinity && number < below ?? .infinity
      } else {
        false
      }
    }
  }
}

extension ConditionValue {
  fileprivate func isEqual(to report: ConditionInputs.Report) -> Bool {
    switch (self, report) {
    // Levels and steps are computed, so that a number may differ from itself in its last digits.
    case (.number(let own), .number(let number)): abs(own - number) <= max(abs(own), 1) * 1e-9
    case (.flag(let own), .number(let number)): own == (number != 0)
    case (.text(let own), .text(let text)): own == text
    case (.flag(let own), .text(let text)): own == StateWord.state(text)
    case (.number, .text), (.text, .number): false
    }
  }
}
