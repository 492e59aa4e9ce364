public import Raster

/// One case of an item's `when:`: how the item differs from its own entry.
///
/// Of all cases of an item, the first one whose conditions all hold applies.
public struct ItemCase: Hashable, Sendable {
  /// The conditions; at least one.
  public var conditions: [Condition]
  /// The properties that differ.
  public var change: ItemChange

  /// The maximum number of cases of one item.
  public static let maximumCount = 16

  /// Creates a case.
  public init(_ conditions: [Condition], _ change: ItemChange) {
    (self.conditions, self.change) = (conditions, change)
  }
}

/// Properties of an item; nil for those of its own entry.
public struct ItemChange: Hashable, Sendable {
  /// Whether it is visible.
  public var isVisible: Bool?
  /// Whether a knob or a button can be touched.
  public var isEnabled: Bool?
  /// The colour of a knob's ring and pointer, a button's face or a label's text.
  public var color: Color?
  /// The colour of a button while it is on.
  public var litColor: Color?
  /// The name of a knob, or the text of a button or a label.
  public var text: String?
  /// The symbol on a button.
  public var symbol: ButtonLayout.Symbol?
  /// The path of an image's file.
  public var file: String?

  /// Creates a change of nothing.
  public init() {}

  /// The change without the properties that have no effect on the drawing of a visible item.
  public var look: ItemChange {
    var look = self
    (look.isVisible, look.isEnabled) = (nil, nil)
    return look
  }
}

/// An item of the layout that can look different under conditions.
public protocol ConditionalItem {
  /// Whether it is visible unless a case applies.
  var isVisible: Bool { get }
  /// The cases, of which the first one whose conditions hold applies.
  var cases: [ItemCase] { get }
  /// Index of its page; nil for all pages.
  var page: Int? { get }

  /// Returns the item with some properties changed.
  func changed(by change: ItemChange) -> Self
}

extension ConditionalItem {
  /// The looks of the item while it is visible, each once; its own entry is the first.
  public var looks: [ItemChange] {
    cases.reduce(into: [ItemChange()]) { looks, item in
      if !looks.contains(item.change.look) { looks.append(item.change.look) }
    }
  }

  /// Returns the index in `looks` while a case applies; nil for its own entry.
  public func look(ofCase index: Int?) -> Int {
    index.flatMap { looks.firstIndex(of: cases[$0].change.look) } ?? 0
  }

  /// Whether the item depends on conditions, or is never visible.
  public var isConditional: Bool { !isVisible || !cases.isEmpty }

  /// Whether the item can be hidden.
  public var canBeHidden: Bool {
    !isVisible || cases.contains { $0.change.isVisible == false }
  }
}

extension KnobLayout {
  /// Whether it can be touched, at least in one of its cases.
  public var canBeEnabled: Bool { isEnabled || cases.contains { $0.change.isEnabled == true } }
}

extension ButtonLayout {
  /// Whether it can be touched, at least in one of its cases.
  public var canBeEnabled: Bool { isEnabled || cases.contains { $0.change.isEnabled == true } }
}

extension KnobLayout: ConditionalItem {
  /// Returns the knob with some properties changed.
  public func changed(by change: ItemChange) -> KnobLayout {
    var knob = self
    knob.isVisible = change.isVisible ?? isVisible
    knob.isEnabled = change.isEnabled ?? isEnabled
    knob.name = change.text ?? name
    if let color = change.color {
      (knob.look.progress.colors, knob.look.progress.zones) = ([color], [])
      knob.look.pointer.color = color
    }
    return knob
  }
}

extension ButtonLayout: ConditionalItem {
  /// Returns the button with some properties changed.
  public func changed(by change: ItemChange) -> ButtonLayout {
    var button = self
    button.isVisible = change.isVisible ?? isVisible
    button.isEnabled = change.isEnabled ?? isEnabled
    button.color = change.color ?? color
    button.litColor = change.litColor ?? litColor
    button.text = change.text ?? text
    button.symbol = change.symbol ?? symbol
    return button
  }
}

extension LabelLayout: ConditionalItem {
  /// Whether it shows a value or depends on conditions.
  public var canChange: Bool { value != nil || isConditional }

  /// Returns the label with some properties changed.
  public func changed(by change: ItemChange) -> LabelLayout {
    var label = self
    label.isVisible = change.isVisible ?? isVisible
    label.color = change.color ?? color
    label.text = change.text ?? text
    return label
  }
}

extension ImageLayout: ConditionalItem {
  /// Returns the image with some properties changed.
  public func changed(by change: ItemChange) -> ImageLayout {
    var image = self
    image.isVisible = change.isVisible ?? isVisible
    image.file = change.file ?? file
    return image
  }
}
