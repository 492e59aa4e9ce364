/// A condition of an item's `when:`.
public enum Condition: Hashable, Sendable {
  /// What a control of `LayoutDocument.conditionControls` reports, by its index there.
  case control(Int, ValueTest)
  /// The value of a knob, by its index in the layout; the values of sectors are their indices.
  case knob(Int, ValueTest)
  /// One of these pages is shown, by their indices in the layout.
  case page([Int])
  /// The texts are shown in one of these languages, by their indices in the layout.
  case language([Int])
  /// The local time is within these hours.
  case time(DayTimes)
}

/// A test of a value; it fails while the value is unknown.
public enum ValueTest: Hashable, Sendable {
  /// The value is one of these.
  case isOneOf([ConditionValue])
  /// The value is a number above the first limit and below the second; nil for no limit.
  case isBetween(above: Double?, below: Double?)
}

/// A value in a condition.
public enum ConditionValue: Hashable, Sendable {
  case number(Double)
  /// A word or a text in lower case.
  case text(String)
  /// A number other than 0 or a word such as `open`, if true; else 0 or a word such as `closed`.
  case flag(Bool)
}

/// A part of the day in local time.
public struct DayTimes: Hashable, Sendable {
  /// When it begins, in minutes since midnight.
  public var from: Int
  /// When it ends, in minutes since midnight; on the next day if that is before its beginning.
  public var to: Int

  /// Creates a part of the day.
  public init(from: Int, to: Int) {
    (self.from, self.to) = (from, to)
  }

  /// Returns the minutes since midnight of a time such as `22:00`; nil for other texts.
  public static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// Returns whether a minute since midnight is in it.
  public func contains(_ minute: Int) -> Bool {
    from <= to ? from <= minute && minute < to : from <= minute || minute < to
  }
}

/// The words in which sensors report one of two states.
public enum StateWord {
  private static let words: [String: Bool] = [
    "on": true, "true": true, "yes": true, "occupied": true, "detected": true, "present": true,
    "home": true, "motion": true, "open": true, "active": true,
    "off": false, "false": false, "no": false, "unoccupied": false, "clear": false, "absent": false,
    "not_home": false, "away": false, "still": false, "closed": false, "inactive": false,
    "none": false, "vacant": false,
  ]

  /// Returns the state that a word stands for, in any case; nil for other words.
  public static func state(_ word: String) -> Bool? { words[word.lowercased()] }
}

/// An item or a page of the layout that can have conditions, by its index there.
public enum PanelItem: Hashable, Sendable {
  case knob(Int)
  case button(Int)
  case label(Int)
  case image(Int)
  case page(Int)
}
