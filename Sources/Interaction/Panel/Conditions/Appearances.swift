internal import Layout

/// The cases that apply to the items of a panel, and which of them have to be found again.
struct Appearances {
  /// An item with conditions.
  struct Entry {
    /// The item.
    let item: PanelItem
    let cases: [ItemCase]
    /// The looks without a case and in each case, by index in the item's `looks`; nil while it is
    /// hidden.
    let looks: [Int?]
    /// Whether it can be touched without a case and in each case, apart from being hidden.
    let enabled: [Bool]
    /// Index of the case that applies; nil for none.
    var current: Int?
    /// Whether another case applies once no finger is on it.
    var isWaiting = false
    fileprivate var isMarked = false

    fileprivate init(
      _ item: PanelItem, _ cases: [ItemCase], looks: [Int?] = [], enabled: [Bool] = []
    ) {
      (self.item, self.cases, self.looks, self.enabled) = (item, cases, looks, enabled)
    }

    /// Returns the index of a case in `looks` and `enabled`.
    func state(_ index: Int?) -> Int { index.map { $0 + 1 } ?? 0 }

    /// Returns whether an item changes in nothing but its look between two cases.
    func staysTouchable(from old: Int?, to new: Int?) -> Bool {
      let (old, new) = (state(old), state(new))
      return (looks[old] == nil) == (looks[new] == nil) && enabled[old] == enabled[new]
    }
  }

  /// What conditions depend on.
  enum Input: Hashable {
    case knob(Int)
    case control(Int)
    case page
    case language
    case time
  }

  private(set) var entries: [Entry] = []
  private let indices: [PanelItem: Int]
  private let dependents: [Input: [Int]]
  private var marked: [Int] = []

  init(_ layout: LayoutDocument) {
    func entry(_ item: PanelItem, _ layout: some ConditionalItem, isEnabled: Bool = true) -> Entry {
      let states = [ItemChange()] + layout.cases.map(\.change)
      return Entry(
        item, layout.cases,
        looks: states.enumerated().map { index, change in
          change.isVisible ?? layout.isVisible
            ? layout.look(ofCase: index == 0 ? nil : index - 1) : nil
        }, enabled: states.map { $0.isEnabled ?? isEnabled })
    }
    for (index, knob) in layout.knobs.enumerated() where knob.isConditional {
      entries.append(entry(.knob(index), knob, isEnabled: knob.isEnabled))
    }
    for (index, button) in layout.buttons.enumerated() where button.isConditional {
      entries.append(entry(.button(index), button, isEnabled: button.isEnabled))
    }
    for (index, label) in layout.labels.enumerated() where label.isConditional {
      entries.append(entry(.label(index), label))
    }
    for (index, image) in layout.images.enumerated() where image.isConditional {
      entries.append(entry(.image(index), image))
    }
    for (index, page) in layout.pages.enumerated() where !page.cases.isEmpty {
      let count = page.cases.count + 1
      entries.append(
        Entry(
          .page(index), page.cases, looks: Array(repeating: 0, count: count),
          enabled: Array(repeating: true, count: count)))
    }
    indices = Dictionary(
      entries.enumerated().map { ($1.item, $0) }, uniquingKeysWith: { first, _ in first })
    var dependents: [Input: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      for input in Set(entry.cases.flatMap { $0.conditions.map(\.input) }) {
        dependents[input, default: []].append(index)
      }
    }
    self.dependents = dependents
    marked.reserveCapacity(entries.count)
  }

  /// Whether nothing of the layout depends on conditions.
  var isEmpty: Bool { entries.isEmpty }
  /// Whether an item waits for its finger to lift.
  var isWaiting: Bool { entries.contains(where: \.isWaiting) }
  /// Whether the time of the day matters.
  var dependOnTime: Bool { dependents[.time] != nil }

  /// Returns an item's entry; nil for one without conditions.
  func entry(of item: PanelItem) -> Entry? { indices[item].map { entries[$0] } }

  /// Returns the look of an item, by index in its `looks`; nil while it is hidden.
  func look(of item: PanelItem) -> Int? {
    guard let entry = entry(of: item) else { return 0 }
    return entry.looks[entry.state(entry.current)]
  }

  /// Marks the items with conditions on an input.
  mutating func mark(_ input: Input) {
    guard !entries.isEmpty, let indices = dependents[input] else { return }
    for index in indices { mark(index) }
  }

  /// Marks all items.
  mutating func markAll() {
    for index in entries.indices { mark(index) }
  }

  /// Marks the items that wait for a finger to lift.
  mutating func markWaiting() {
    for index in entries.indices where entries[index].isWaiting { mark(index) }
  }

  private mutating func mark(_ index: Int) {
    guard !entries[index].isMarked else { return }
    entries[index].isMarked = true
    marked.append(index)
  }

  /// Removes the mark of an item and returns its index; nil if none is marked.
  mutating func nextMarked() -> Int? {
    guard let index = marked.popLast() else { return nil }
    entries[index].isMarked = false
    return index
  }

  /// Whether an item is marked.
  var hasMarked: Bool { !marked.isEmpty }

  /// Removes all marks.
  mutating func removeMarks() {
    while nextMarked() != nil {}
  }

  /// Sets the case of an item; nil for none.
  mutating func set(_ current: Int?, ofEntry index: Int) {
    entries[index].current = current
    entries[index].isWaiting = false
  }

  /// Lets an item wait until its finger lifts.
  mutating func wait(entry index: Int) { entries[index].isWaiting = true }
}

extension Condition {
  /// What the condition depends on.
  fileprivate var input: Appearances.Input {
    switch self {
    case .control(let index, _): .control(index)
    case .knob(let index, _): .knob(index)
    case .page: .page
    case .language: .language
    case .time: .time
    }
  }
}
