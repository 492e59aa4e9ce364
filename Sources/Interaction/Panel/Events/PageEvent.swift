public import Gesture
internal import Layout

/// A change of the current page.
public struct PageEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  /// Index of the page in the layout.
  public var page: Int
}

extension PageEvent: EventContent {
  private static let shown = "shown"

  static var declaration: EventDeclaration {
    EventDeclaration([.page], events: [(shown, "it is shown, or slides into view")])
  }

  var name: String { Self.shown }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.page, layout.pages[page].id)
  }
}
