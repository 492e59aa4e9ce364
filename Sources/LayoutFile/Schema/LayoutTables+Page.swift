internal import JSON
internal import Layout

extension PageDraft: SectionHolder {}

extension LayoutTables {
  static let pageLimit = 32

  /// The pages; their sections have the keys of the file, which are described there.
  static func pages(_ knob: Shape<KnobDraft>) -> Shape<[Named<PageDraft>]> {
    var shape = Shape.named(
      "page", limit: pageLimit,
      Shape.record("a page", empty: PageDraft(), [pageName] + sectionFields(knob, isPage: true)),
      example: "rooms: {name: Rooms, knobs: {bath: {center: [400, 240], diameter: 200}}}")
    shape.keys = [pageName.description]
    return shape
  }

  private static let pageName = Field<PageDraft>(
    "name", .text(.name, example: "Rooms"), draft: \.name, example: "Rooms",
    alsoCalled: ["title", "text", "label"], "What its tab says; its id if left out.")

  static let pagingFields: [Field<PanelDraft>] = [
    Field(
      "pages",
      .choice(
        of: PagingDraft.Way.self, synonyms: ["dots": "swipe", "tab": "tabs", "buttons": "none"]),
      draft: \.pages, fallback: "both", example: "swipe", alsoCalled: ["paging", "navigation"],
      "How people change the page: by tabs, by a swipe beside all knobs and buttons, or by both; "
        + "buttons can always."),
    Field(
      "tabs", tabs, draft: \.tabs, example: ["side": "top", "height": 64],
      alsoCalled: ["tab_bar", "tabbar"],
      "Where the tabs are. They lie above whatever stands there; a grid leaves room for them."),
    Field(
      "home",
      .number(
        NumberRule(above: 0, range: 0...86_400), example: 30,
        limitHint: "it is written in seconds"),
      draft: \.home, example: 30, alsoCalled: ["timeout", "idle"],
      "Seconds without a touch after which the first page is shown again."),
  ]

  static let pagingRules: [KeyRule] =
    KeyRule.apart(KeyRule.Key("tabs"), from: [KeyRule.Key("pages", among: ["swipe", "none"])])

  private static let tabs = Shape.record(
    "`tabs`", empty: PagingDraft(),
    [
      Field(
        "side", .choice(of: Paging.Side.self, synonyms: ["below": "bottom", "above": "top"]),
        draft: \.side, fallback: "bottom", example: "top", alsoCalled: ["position", "at"],
        "The edge that they lie along."),
      Field(
        "height", .length(.positive), draft: \.height, fallback: 56, example: 64,
        alsoCalled: ["size"], "How high they are; % of the panel's height."),
    ])
}
