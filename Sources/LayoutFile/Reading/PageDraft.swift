internal import Diagnostics
internal import Layout

/// A page as it is written.
struct PageDraft: Sendable {
  var name = Setting<String>.absent
  var section = SectionDraft()
}

/// `tabs:`, and how pages are changed.
struct PagingDraft: Sendable {
  /// `pages:` of the panel.
  enum Way: String, CaseIterable, Sendable {
    case tabs, swipe, both, none
  }

  var side = Setting<Paging.Side>.absent
  var height = Setting<Length>.absent
}

extension PanelDraft {
  /// How pages are changed; what is unreadable counts as left out.
  func paging(ruler: Ruler, _ context: ReadingContext) -> Paging {
    var paging = Paging()
    let way = pages.value ?? .both
    paging.isSwiped = way == .swipe || way == .both
    if way == .swipe || way == .none {
      paging.tabs = nil
      if let span = tabs.keySpan, pages.isWritten {
        context.error(
          "there are no tabs with `pages: \(way.rawValue)`", at: span,
          hint: "remove `tabs`, or write `pages: both`")
      }
    } else if let draft = tabs.value {
      paging.tabs?.side = draft.side.value ?? .bottom
      if let height = draft.height.value,
        let pixels = ruler.pixels(height, along: .vertical, context)
      {
        paging.tabs?.height = pixels
      }
    }
    paging.homeMicroseconds = home.value.map { Int64(($0 * 1e6).rounded()) }
    return paging
  }
}
