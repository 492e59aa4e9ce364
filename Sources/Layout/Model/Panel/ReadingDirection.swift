internal import Locales

/// The direction in which a line is read.
public enum ReadingDirection: String, CaseIterable, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

extension PanelLayout {
  /// Whether the shown language is read from right to left: units are then to the left of numbers
  /// (`NumberSymbols`), and icons to the right of their texts.
  public var isRightToLeft: Bool {
    direction.map { $0 == .rightToLeft } ?? locale?.isRightToLeft ?? false
  }
}
