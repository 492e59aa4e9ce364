internal import Knobs
internal import Layout

/// The state of a label that shows an external value as text.
///
/// | value | text `{value} °C` |
/// |---|---|
/// | not reported yet, or unknown | `– °C` |
/// | 21.5 | `21.5 °C` |
/// | offline | `– °C`, drawn dim |
/// | the text `open` | `open °C` |
struct LabelController {
  /// Shown instead of an unknown value.
  static let dash = "–"
  /// The maximum length; a longer text would not fit on any panel and is cut.
  static let textLimit = 200

  private enum Value: Equatable {
    case unknown, offline
    case number(String)
    case text(String)
  }

  private let layout: LabelLayout
  private var value = Value.unknown

  /// Creates a label without a value.
  init(_ layout: LabelLayout) {
    self.layout = layout
  }

  /// How the label looks now.
  var viewState: LabelViewState {
    switch value {
    case .number(let number): LabelViewState(layout, number, isNumber: true)
    case .text(let text): LabelViewState(layout, text)
    case .unknown: LabelViewState(layout, Self.dash, isKnown: false)
    case .offline: LabelViewState(layout, Self.dash, isKnown: false, isOffline: true)
    }
  }

  /// Sets a number, with the layout's number of decimals, or else with up to two as needed.
  ///
  /// - Returns: Whether the label's look has changed.
  mutating func update(number: Double) -> Bool {
    if let decimals = layout.decimals {
      return update(.number(ValueFormat.fixed(number, decimals: decimals)))
    }
    let hundredths = (number * 100).rounded()
    let count =
      hundredths.remainder(dividingBy: 100) == 0
      ? 0 : hundredths.remainder(dividingBy: 10) == 0 ? 1 : 2
    return update(.number(ValueFormat.fixed(number, decimals: count)))
  }

  /// Sets a text, on one line; returns whether the label's look has changed.
  mutating func update(text: String) -> Bool {
    let line = text.prefix(Self.textLimit).map { character -> Character in
      character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        ? " " : character
    }
    return update(.text(String(line)))
  }

  /// Removes the value; returns whether the label's look has changed.
  mutating func markUnavailable(isOffline: Bool) -> Bool { update(isOffline ? .offline : .unknown) }

  /// Takes over the value of a label with the same control.
  mutating func takeOver(_ old: LabelController) {
    value = old.value
  }

  private mutating func update(_ new: Value) -> Bool {
    guard value != new else { return false }
    value = new
    return true
  }
}
