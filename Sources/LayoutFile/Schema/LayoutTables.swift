internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs
internal import Layout

/// The language of layout files, one table for each mapping.
///
/// Reading, suggestions, the JSON Schema and the key reference all come from here. What one key
/// means for another (a default within its range, say) is checked where drafts are resolved.
struct LayoutTables {
  static let knobLimit = 1024
  static let labelLimit = 256
  static let buttonLimit = 256

  /// What stands under `control:`.
  let control: Shape<ControlLayout>
  /// The whole file.
  let layout: Shape<LayoutDraft>
  /// The keys of a section with those of the items under each.
  let sectionKeys: [KeyDescription]

  /// - Parameter controls: The back ends of controls.
  init(controls: [ControlKeys]) {
    control = Self.control(controls)
    let knob = Self.knob(control)
    let section: [Field<LayoutDraft>] = Self.sectionFields(knob)
    sectionKeys = section.map(\.description)
    layout = Self.layout(
      section: section, pages: Self.pages(knob),
      connection: Self.connection(controls.compactMap(\.connection)))
  }

  private static func layout(
    section: [Field<LayoutDraft>], pages: Shape<[Named<PageDraft>]>,
    connection: Shape<AnyConnectionSettings>
  ) -> Shape<LayoutDraft> {
    let sectionKeys = section.map(\.description)
    return .record(
      "a layout", empty: LayoutDraft(),
      [
        Field(
          "version", .number(among: [Double(LayoutReader.version)]), draft: \.version,
          required: true, example: .number(Double(LayoutReader.version)),
          "The version of this language that the file is written in."),
        Field(
          "panel", panel, draft: \.panel, example: ["size": [800, 480]], alsoCalled: ["screen"],
          "The whole picture: its size, its look, how it fills the display."),
        includeField,
        Field(
          "connections",
          Shape.named(
            "connection", limit: connectionLimit, connection,
            example: "home: {mqtt: {host: 10.0.0.2}}"
          ).map { named, node, _, _ in Connections(named, of: node) },
          draft: \.connections, example: ["home": ["mqtt": ["host": "10.0.0.2"]]],
          alsoCalled: ["brokers", "hosts", "servers"],
          "What the controls of knobs reach over the network, each under a name of your choice."),
        stylesField(of: sectionKeys),
        Field(
          "pages", pages, draft: \.pages,
          example: ["rooms": ["name": "Rooms", "knobs": ["bath": ["cell": [1, 1]]]]],
          alsoCalled: ["screens", "views"],
          "Pages that are shown one at a time, each with its own `knobs`, `labels`, `images`, "
            + "`buttons` and `grid`; what stands beside `pages` is on every one."),
      ] + section)
  }

  static let panel = Shape.record(
    "the panel", empty: PanelDraft(),
    [
      Field(
        "size",
        .pair(
          .number(NumberRule(range: 16...16_384), example: 800),
          expectation: "width and height in design pixels, such as [800, 480]"),
        draft: \.size, fallback: [800, 480], example: [1280, 800],
        alsoCalled: ["resolution", "dimensions"],
        "Width and height of the design, in px; it is scaled to the display."),
      Field(
        "fit",
        .choice(of: PanelLayout.Fit.self, synonyms: ["fill": "stretch", "scale": "contain"]),
        draft: \.fit, fallback: "contain", example: "contain", alsoCalled: ["scale"],
        "How the design fills a display of another size."
      ).pictured(
        .fit("contain"), .fit("stretch"), .fit("none")),
      Field(
        "rotate", .number(among: [0, 90, 180, 270], hint: withinOneTurn),
        draft: \.rotate, fallback: 0, example: 90, alsoCalled: ["rotation", "orientation"],
        "Degrees clockwise by which picture and touch are turned together."
      ).pictured(
        .panel("rotate: 90")),
      Field(
        "theme",
        .choice(
          PanelLayout.themes.map { ($0, $0) },
          synonyms: [
            "dark": "flat-dark", "light": "flat-light", "metal": "hifi", "mixer": "studio",
            "high-contrast": "contrast", "accessible": "contrast",
          ]),
        draft: \.theme, fallback: "graphite", example: "paper", alsoCalled: ["style", "skin"],
        "The look of everything."
      ).pictured(
        .panel("theme: graphite"), .panel("theme: paper"), .panel("theme: flat-dark"),
        .panel("theme: flat-light"), .panel("theme: hifi"), .panel("theme: studio"),
        .panel("theme: contrast")),
      Field(
        "colors", colors, draft: \.colors, example: ["accent": "gold", "background": "#101418"],
        alsoCalled: ["colours", "palette"], "Colours in place of the theme's own."
      ).pictured(
        .panel("colors: {accent: gold, background: \"#101418\"}")),
      Field(
        "look", lookOfAll, draft: \.look, example: ["pointer": "dot", "ticks": "none"],
        alsoCalled: ["appearance", "draw"],
        "How all knobs are drawn, unless they say; its keys are those of a knob's `look`."),
      Field(
        "shape", .choice(of: PanelLayout.Shape.self, synonyms: ["circle": "round"]),
        draft: \.shape, fallback: "rectangle", example: "round",
        "Whether the display's corners can be seen; on a round one, what stands there is warned "
          + "about."),
    ] + assetFields + pagingFields, rules: pagingRules)

  static let label = Shape.thing(
    "a label", empty: LabelDraft(), labelFields + cellFields(),
    rules: KeyRule.alternatives(["cell", "at"]) + cellRules("span") + [.needs("fit", "width")])

  private static let labelFields: [Field<LabelDraft>] = [

    Field(
      "text", .text(example: "Rooms"), draft: \.text, required: true, example: "Rooms",
      alsoCalled: ["name", "label", "title"], "What it says."),
    Field(
      "at", point, draft: \.at, required: true, unless: ["cell"], example: [503, 60],
      alsoCalled: ["center", "position", "pos"],
      "Where the text's left end, middle or right end (see `align`) stands on its baseline."),
    Field(
      "size", .length(.positive), draft: \.size, fallback: 18, example: 18,
      alsoCalled: ["font", "fontsize", "font-size"], "The size of its type."
    ).pictured(
      .label("size: 14", "at: [20, 38]"), .label("size: 28", "at: [20, 38]")),
    Field(
      "align", .choice(of: LabelLayout.Alignment.self, synonyms: ["centre": "center"]),
      draft: \.align, fallback: "left", example: "center",
      alsoCalled: ["alignment", "anchor"],
      "Which end of the text `at` is, or on which side of its cell it stands."
    ).pictured(
      .label("align: left"), .label("align: center"), .label("align: right")),
    Field(
      "width", .length(.positive), draft: \.width, example: 120, alsoCalled: ["max_width"],
      "How wide it may be; left out, it is as wide as its text."),
    Field(
      "fit", .choice(of: LabelLayout.Fit.self, synonyms: ["truncate": "ellipsis"]),
      draft: \.fit, fallback: "ellipsis", example: "shrink", alsoCalled: ["overflow"],
      "What becomes of a text wider than `width`."),
  ]

  static let point = Shape.pair(
    .length(), expectation: "x and y from the top left corner, such as [400, 240] or [50%, 50%]")

  /// What somebody meant who counts the other way or further than a turn.
  private static func withinOneTurn(_ degrees: Double) -> String? {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    let isQuarter = turned.truncatingRemainder(dividingBy: 90) == 0
    return isQuarter ? "write \(NumberText.shown(turned))" : nil
  }
}

extension KeyPicture {
  /// Three knobs in a row from edge to edge of the design, on a wider display.
  fileprivate static func fit(_ fit: String) -> KeyPicture {
    .panel(
      "fit: \(fit)", size: "[120, 120]",
      knobs: "k: {center: [20, 60], diameter: 30, repeat: 3, by: [40, 0], value: 65, step: 1}",
      display: (200, 140))
  }
}
