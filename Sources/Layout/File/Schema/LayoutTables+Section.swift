internal import JSON

/// The shapes of the items on the panel or on a page.
struct SectionShapes {
  var knob: Shape<KnobEntry>
  var label: Shape<LabelEntry>
  var image: Shape<ImageEntry>
  var button: Shape<ButtonEntry>
}

extension LayoutTables {
  /// Returns the keys of a section.
  ///
  /// - Parameters:
  ///   - items: The shapes of its items.
  ///   - isPage: Whether it is a page, which may have no knobs.
  /// - Returns: The keys of a section.
  static func sectionFields<Holder: SectionHolder>(
    _ items: SectionShapes, isPage: Bool = false
  ) -> [Field<Holder>] {
    [
      Field(
        "knobs",
        .named(
          "knob", limit: knobLimit, items.knob,
          example: "volume: {center: [400, 240], diameter: 340}"),
        into: \.section.knobs, required: !isPage, unless: ["pages", "include"],
        example: ["volume": ["center": [400, 240], "diameter": 340]], alsoCalled: ["dials"],
        "The knobs, each under a name of your choice that events and commands use."),
      Field(
        "labels",
        .list(
          "label", count: 0...labelLimit, items.label,
          expectation: "a list of labels, such as `- {text: Rooms, at: [503, 60]}`"),
        into: \.section.labels, example: [["text": "Rooms", "at": [503, 60]]],
        alsoCalled: ["texts"],
        "Texts."),
      Field(
        "grid", grid, example: ["columns": 4, "rows": 2],
        alsoCalled: ["table"], "Columns and rows for items with a `cell`."
      ) { grid, _, context in context.grid = grid }.read(in: .first),
      Field(
        "images",
        .list(
          "image", count: 0...imageLimit, items.image,
          expectation: "a list of images, such as `- {file: logo.png, at: [20, 20]}`"),
        into: \.section.images, example: [["file": "logo.png", "at": [20, 20]]],
        alsoCalled: ["pictures", "image"],
        "Pictures, drawn below the knobs, the first one lowest."),
      Field(
        "buttons",
        .named(
          "button", limit: buttonLimit, items.button,
          example: "mute: {center: [400, 440], size: [140, 60], text: Mute, mute: all}"),
        into: \.section.buttons,
        example: [
          "mute": ["center": [400, 440], "size": [140, 60], "text": "Mute", "mute": "all"]
        ],
        alsoCalled: ["keys", "switches"],
        "Buttons, each under a name of your choice that events use."),
    ]
  }
}
