internal import Diagnostics
internal import JSON
internal import Layout

extension LayoutTables {
  static let pageLimit = 32

  /// The pages; their sections have the keys of the file, which are described there.
  static func pages(
    _ items: SectionShapes, when: Field<PageEntry>
  ) -> Shape<[Named<PageEntry>]> {
    let record = Shape.record(
      "a page", empty: PageEntry(), [pageName, pageLock, when] + sectionFields(items, isPage: true))
    let page = Shape(
      expectation: record.expectation, schema: record.schema,
      keys: [pageName.description, pageLock.description, when.description]
    ) { node, subject, context in
      // A page without its own grid uses the panel's.
      context.grid = context.panelGrid
      return record.read(node, subject, context)
    }
    return .named(
      "page", limit: pageLimit, page,
      example: "rooms: {name: Rooms, knobs: {bath: {center: [400, 240], diameter: 200}}}")
  }

  private static let pageName = Field<PageEntry>(
    "name", .text(.name, example: "Rooms"), intoOptional: \.name, example: "Rooms",
    alsoCalled: ["title", "text", "label"], "The text of its tab; its id if left out.")

  private static let pageLock = Field<PageEntry>(
    "lock", pinLock.located, intoOptional: \.lock, example: "pin",
    alsoCalled: ["locked", "protect", "password"],
    "With `pin`, the page is shown only after the panel's PIN is entered; the first page cannot be "
      + "locked.")

  static let pagingFields: [Field<PanelLayout>] = [
    Field(
      "pages",
      Shape<PagingMode>.choice(
        of: PagingMode.self, synonyms: ["dots": "swipe", "tab": "tabs", "buttons": "none"]),
      fallback: "both", example: "swipe", alsoCalled: ["paging", "navigation"],
      "How the page is changed: by tabs, by a swipe outside of all knobs and buttons, or by both; "
        + "buttons can always change it."
    ) { mode, panel, _ in
      panel.paging.isSwiped = mode == .swipe || mode == .both
      if mode == .swipe || mode == .none { panel.paging.tabs = nil }
    },
    Field(
      "tabs", tabs, intoOptional: \.paging.tabs, example: ["side": "top", "height": 64],
      alsoCalled: ["tab_bar", "tabbar"],
      "The position and height of the tabs. They are drawn above other items; a grid leaves room "
        + "for them."),
    Field(
      "home",
      .duration(NumberRule(above: 0, range: 0...86_400), example: "30s"),
      example: "30s", alsoCalled: ["timeout"],
      "The time without a touch after which the first page is shown again, in the first language; "
        + "for another page, or for values, see `idle`."
    ) { microseconds, panel, _ in
      panel.paging.homeMicroseconds = microseconds
      panel.firstLanguageMicroseconds = microseconds
    },
  ]

  static let pagingRule = KeyRule.alternatives([
    KeyRule.Key("pages", among: ["swipe", "none"]), "tabs",
  ]) { pages, tabs, _ in
    Diagnostic(
      .error, "there are no tabs with `pages: \(pages.text)`", at: tabs.keySpan,
      hint: "remove `tabs`, or write `pages: both`")
  }

  private static let tabs = Shape.record(
    "`tabs`", empty: Paging.Tabs(),
    [
      Field(
        "side", .choice(of: Paging.Side.self, synonyms: ["below": "bottom", "above": "top"]),
        into: \.side, fallback: "bottom", example: "top", alsoCalled: ["position", "at"],
        "The edge of the panel that has the tabs."),
      Field(
        "height", .pixels(.positive, along: .vertical), into: \.height, fallback: 56, example: 64,
        alsoCalled: ["size"], "Their height; % of the panel's height."),
    ])
}

/// How the page can be changed: the value of `pages:` in `panel:`.
enum PagingMode: String, CaseIterable, Sendable {
  case tabs, swipe, both, none
}
