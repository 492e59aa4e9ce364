internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs
internal import Layout

/// The language of layout files, one table for each mapping.
///
/// Reading, suggestions, the JSON Schema and the key reference all come from here.
struct LayoutTables {
  static let knobLimit = 1024
  static let labelLimit = 256
  static let buttonLimit = 256

  /// The whole file.
  let layout: Shape<LayoutEntry>
  /// The keys of a section, with the keys of the items under each.
  let sectionKeys: [KeyDescription]

  /// - Parameter controls: The control back ends.
  init(controls: [ControlKeys]) {
    let knob = Self.knob(Self.control(controls), controls)
    let items = SectionShapes(
      knob: knob, label: Self.label(controls), image: Self.image(controls),
      button: Self.button(controls))
    let section: [Field<LayoutEntry>] = Self.sectionFields(items)
    sectionKeys = section.map(\.description)
    layout = Self.layout(
      section: section, pages: Self.pages(items, when: Self.pageWhenField(controls)),
      sensors: [
        Self.languageField(controls), Self.presenceField(controls), Self.lightField(controls),
        Self.messagesField(controls),
      ],
      connections: Self.connections(controls.compactMap(\.connection)))
  }

  private static func layout(
    section: [Field<LayoutEntry>], pages: Shape<[Named<PageEntry>]>,
    sensors: [Field<LayoutEntry>], connections: Shape<Connections>
  ) -> Shape<LayoutEntry> {
    let sectionKeys = section.map(\.description)
    return .record(
      "a layout", empty: LayoutEntry(),
      [
        Field(
          "version", Shape.whole(among: [LayoutReader.version]), required: true,
          example: .number(Double(LayoutReader.version)),
          "The version of the layout language that the file uses."
        ) { _, _, _ in },
        Field(
          "panel", panel, into: \.panel, example: ["size": [800, 480]], alsoCalled: ["screen"],
          "The design size, the look, and how the design fills the display."
        ).read(in: .first),
        includeField,
        Field(
          "connections", connections,
          example: ["home": ["mqtt": ["host": "10.0.0.2"]]],
          alsoCalled: ["brokers", "hosts", "servers"],
          "Network connections that controls use, each under a name of your choice."
        ) { connections, _, context in context.connections = connections }.read(in: .first),
        stylesField(of: sectionKeys),
        textsField,
      ] + sensors + [
        Field(
          "pages", pages, into: \.pages,
          example: ["rooms": ["name": "Rooms", "knobs": ["bath": ["cell": [1, 1]]]]],
          alsoCalled: ["screens", "views"],
          "Pages that are shown one at a time, each with its own `knobs`, `labels`, `images`, "
            + "`buttons` and `grid`; items beside `pages` are on every page."
        ).read(in: .last)
      ] + section,
      prepare: { layout, _, _, context in
        context.choose(theme: layout.panel.theme, in: &layout.panel)
        context.panelGrid = context.grid
      })
  }

  static let panel = Shape.record(
    "the panel", empty: PanelLayout(),
    panelFields + panelTextFields + assetFields + pagingFields + [
      idleField, screenField, clicksField,
    ]
      + pinFields,
    rules: [pagingRule, pinRule],
    prepare: { panel, _, _, context in
      context.choose(theme: panel.theme, in: &panel)
      panel.isMirrored = panel.isRightToLeft
      context.measure(panel)
    },
    finish: { panel, locations, _, context in
      checkHome(locations, context)
      context.pinSpan = locations["pin"]?.span
      context.localeSpan = locations["locale"]?.span
      context.reserveTabs(of: panel)
      context.scaleTexts(of: &panel)
    })

  private static let panelFields: [Field<PanelLayout>] = [
    Field(
      "size",
      Shape<Pair<Double>>.pair(
        .number(NumberRule(range: 16...16_384), example: 800),
        expectation: "width and height in design pixels, such as [800, 480]"),
      fallback: [800, 480], example: [1280, 800],
      alsoCalled: ["resolution", "dimensions"],
      "Width and height of the design, in px; it is scaled to the display."
    ) { size, panel, _ in (panel.width, panel.height) = (size.first, size.second) }
    .read(in: .first),
    Field(
      "fit",
      .choice(of: PanelLayout.Fit.self, synonyms: ["fill": "stretch", "scale": "contain"]),
      into: \.fit, fallback: "contain", example: "contain", alsoCalled: ["scale"],
      "How the design fills a display of another size."
    ).read(in: .first),
    Field(
      "rotate", .whole(among: [0, 90, 180, 270], hint: withinOneTurn), into: \.rotate, fallback: 0,
      example: 90, alsoCalled: ["rotation", "orientation"],
      "Degrees clockwise by which both picture and touch are rotated."
    ).read(in: .first),
    Field(
      "theme",
      Shape<ThemeName>.choice(
        of: ThemeName.self,
        synonyms: [
          "dark": "flat-dark", "light": "flat-light", "metal": "hifi", "mixer": "studio",
          "high-contrast": "contrast", "accessible": "contrast",
        ]),
      fallback: "graphite", example: "paper", alsoCalled: ["style", "skin"],
      "The built-in theme."
    ) { theme, panel, context in
      context.choose(theme: theme, in: &panel)
    }.read(in: .first),
    Field(
      "colors", colors, into: \.palette, example: ["accent": "gold", "background": "#101418"],
      alsoCalled: ["colours", "palette"], "Colours in place of the theme's own."),
    Field(
      "look", lookOfAll, example: ["pointer": "dot", "ticks": "none"],
      alsoCalled: ["appearance", "draw"],
      "The look of all knobs; a knob's own `look` overrides it key by key."
      // Each knob reads it again.
    ) { _, _, _ in },
    Field(
      "shape", .choice(of: PanelLayout.Shape.self, synonyms: ["circle": "round"]),
      into: \.shape, fallback: "rectangle", example: "round",
      "Whether the display's corners are visible; on a round display, items in the corners cause "
        + "warnings."
    ).read(in: .first),
    Field(
      "mistakes",
      .choice(
        of: PanelLayout.Mistakes.self,
        synonyms: ["badge": "show", "hide": "log", "none": "log", "silent": "log"]),
      into: \.mistakes, fallback: "show", example: "log", alsoCalled: ["errors", "badge"],
      "Whether errors in a later save of this file are shown in a corner of the panel, or only "
        + "logged, as in public places. A panel that starts with an invalid file shows its errors, "
        + "as there is nothing else to show."
    ),
  ]

  static func label(_ controls: [ControlKeys]) -> Shape<LabelEntry> {
    .item(
      "a label", empty: LabelEntry(),
      labelFields + readOutFields(controls) + cellFields() + [
        visibleField(\.label.isVisible),
        whenField(
          controls, labelChanges, schema: "label_case",
          example: ["knob": "volume", "above": 80, "color": "tomato"]),
      ],
      rules: [.onePosition(["cell", "at"], item: "this label"), decimalsRule] + cellRules("span"),
      finish: { entry, locations, _, context in entry.finish(locations, context) })
  }

  private static let labelFields: [Field<LabelEntry>] = [
    Field(
      "text", .text(.lines, example: "Rooms"), into: \.label.text, required: true,
      example: "Rooms", alsoCalled: ["name", "label", "title"],
      "Its text; for several lines, write `text: |`, or \\n in straight quotes."),
    Field(
      "at", .position, into: \.label.at, required: true, unless: ["cell"], example: [503, 60],
      alsoCalled: ["center", "position", "pos"],
      "The position of the text's left end, middle or right end (see `align`), on its baseline."),
    Field(
      "size", .pixels(.positive), into: \.label.size, fallback: 18, example: 18,
      alsoCalled: ["font", "fontsize", "font-size"], "The size of its text."),
    Field(
      "align", .choice(of: LabelLayout.Alignment.self, synonyms: ["centre": "center"]),
      into: \.label.align, fallback: "left", example: "center",
      alsoCalled: ["alignment", "anchor"],
      "The end of the text that `at` positions, or its side of the cell; on a panel that is read from "
        + "right to left, the default is `right`."),
    Field(
      "width", .pixels(.positive, along: .horizontal), intoOptional: \.label.width, example: 120,
      alsoCalled: ["max_width"],
      "Its maximum width; if left out, the width of its text."),
    Field(
      "fit",
      .choice(
        of: LabelLayout.Fit.self,
        synonyms: ["truncate": "ellipsis", "break": "wrap", "lines": "wrap"]),
      into: \.label.fit, fallback: "ellipsis", example: "shrink", alsoCalled: ["overflow"],
      "What happens to a text wider than `width`: it is cut short, drawn smaller, or continues on "
        + "another line."),
    Field(
      "color", .translucentColor, intoOptional: \.label.color, example: "gold",
      alsoCalled: ["colour", "ink", "fill"],
      "The colour of its text; `\"#rrggbbaa\"` lets what is behind it show through."),
  ]

  static let point = Shape.pair(
    .length(), expectation: "x and y from the top left corner, such as [400, 240] or [50%, 50%]")

  /// Returns a hint for an angle that is negative or more than a turn.
  private static func withinOneTurn(_ degrees: Double) -> String? {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    let isQuarter = turned.truncatingRemainder(dividingBy: 90) == 0
    return isQuarter ? "write \(NumberText.shown(turned))" : nil
  }
}
