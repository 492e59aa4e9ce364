internal import Layout
internal import Panel

/// The events that a program wants; empty lists stand for all.
struct EventFilter: Equatable {
  /// The maximum length of each list.
  static let countLimit = 100

  /// Ids of knobs, buttons and pages, and texts of labels.
  var ids: [String] = []
  /// Kinds of items.
  var kinds: [EventKey] = []
  /// What happened, such as "changed".
  var events: [String] = []

  /// All kinds of items, in the order of the documents.
  static let allKinds = unique(PanelEvent.Kind.allCases.flatMap { $0.declaration.items })
  /// Everything that can happen.
  static let allEvents = unique(
    PanelEvent.Kind.allCases.flatMap { $0.declaration.events.map(\.name) })

  private static func unique<Element: Hashable>(_ list: [Element]) -> [Element] {
    var known: Set<Element> = []
    return list.filter { known.insert($0).inserted }
  }

  func takes(id: String) -> Bool { ids.isEmpty || ids.contains(id) }
  func takes(kind: EventKey) -> Bool { kinds.isEmpty || kinds.contains(kind) }

  /// Returns whether the program wants an event of a panel with this layout.
  func takes(_ event: PanelEvent, of layout: LayoutDocument) -> Bool {
    guard self != EventFilter() else { return true }
    let (item, id, name) = event.summary(of: layout)
    return takes(kind: item) && (events.isEmpty || events.contains(name))
      && (ids.isEmpty || id.map { ids.contains($0) } == true)
  }
}
