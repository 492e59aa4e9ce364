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

    /// Returns whether the item is visible in a case.
    func isVisible(_ index: Int?) -> Bool { looks[state(index)] != nil }

    /// Returns whether an item changes in nothing but its look between two cases.
    func staysTouchable(from old: Int?, to new: Int?) -> Bool {
      let (old, new) = (state(old), state(new))
      return (looks[old] == nil) == (looks[new] == nil) && enabled[old] == enabled[new]
    }
  }

  /// What conditions depend on.
  enum Input {
    case knob(Int)
    case control(Int)
    case page
    case language
    case time
  }

  private(set) var entries: [Entry] = []
  /// The indices of entries by the index of their item; nil for items without conditions.
  private var entryOfKnob: [Int?] = []
  private var entryOfButton: [Int?] = []
  private var entryOfLabel: [Int?] = []
  private var entryOfImage: [Int?] = []
  /// The indices of the entries with conditions on each knob, each control, the page, the language and
  /// the time.
  private var dependentsOfKnob: [[Int]]
  private var dependentsOfControl: [[Int]]
  private var dependentsOfPage: [Int] = []
  private var dependentsOfLanguage: [Int] = []
  private var dependentsOfTime: [Int] = []
  private var marked: [Int] = []

  init(_ layout: LayoutDocument) {
    dependentsOfKnob = Array(repeating: [], count: layout.knobs.count)
    dependentsOfControl = Array(repeating: [], count: layout.conditionControls.count)
    entryOfKnob = layout.knobs.enumerated().map {
      add(.knob($0), $1, isEnabled: $1.isEnabled)
    }
    entryOfButton = layout.buttons.enumerated().map {
      add(.button($0), $1, isEnabled: $1.isEnabled)
    }
    entryOfLabel = layout.labels.enumerated().map { add(.label($0), $1) }
    entryOfImage = layout.images.enumerated().map { add(.image($0), $1) }
    for (index, page) in layout.pages.enumerated() where !page.cases.isEmpty {
      let count = page.cases.count + 1
      add(
        Entry(
          .page(index), page.cases, looks: Array(repeating: 0, count: count),
          enabled: Array(repeating: true, count: count)))
    }
    marked.reserveCapacity(entries.count)
  }

  /// Adds an item if it is conditional, and returns the index of its entry.
  private mutating func add(
    _ item: PanelItem, _ layout: some ConditionalItem, isEnabled: Bool = true
  ) -> Int? {
    guard layout.isConditional else { return nil }
    let states = [ItemChange()] + layout.cases.map(\.change)
    let looks = states.indices.map { index in
      states[index].isVisible ?? layout.isVisible
        ? layout.look(ofCase: index == 0 ? nil : index - 1) : nil
    }
    add(
      Entry(item, layout.cases, looks: looks, enabled: states.map { $0.isEnabled ?? isEnabled }))
    return entries.count - 1
  }

  private mutating func add(_ entry: Entry) {
    let index = entries.count
    entries.append(entry)
    func add(_ list: inout [Int]) { if list.last != index { list.append(index) } }
    for condition in entry.cases.flatMap(\.conditions) {
      switch condition {
      case .control(let control, _): add(&dependentsOfControl[control])
      case .knob(let knob, _): add(&dependentsOfKnob[knob])
      case .page: add(&dependentsOfPage)
      case .language: add(&dependentsOfLanguage)
      case .time: add(&dependentsOfTime)
      }
    }
  }

  /// Whether nothing of the layout depends on conditions.
  var isEmpty: Bool { entries.isEmpty }
  /// Whether an item waits for its finger to lift.
  var isWaiting: Bool { entries.contains(where: \.isWaiting) }
  /// Whether the time of the day matters.
  var dependOnTime: Bool { !dependentsOfTime.isEmpty }

  /// Returns an item's entry; nil for one without conditions.
  func entry(of item: PanelItem) -> Entry? {
    let index: Int? =
      switch item {
      case .knob(let index): entryOfKnob[index]
      case .button(let index): entryOfButton[index]
      case .label(let index): entryOfLabel[index]
      case .image(let index): entryOfImage[index]
      case .page: entries.firstIndex { $0.item == item }
      }
    return index.map { entries[$0] }
  }

  /// Returns the look of an item, by index in its `looks`; nil while it is hidden.
  func look(of item: PanelItem) -> Int? {
    guard let entry = entry(of: item) else { return 0 }
    return entry.looks[entry.state(entry.current)]
  }

  /// Marks the items with conditions on an input.
  mutating func mark(_ input: Input) {
    guard !entries.isEmpty else { return }
    let indices =
      switch input {
      case .knob(let index): dependentsOfKnob[index]
      case .control(let index): dependentsOfControl[index]
      case .page: dependentsOfPage
      case .language: dependentsOfLanguage
      case .time: dependentsOfTime
      }
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
