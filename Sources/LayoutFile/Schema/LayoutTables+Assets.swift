internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

/// Pictures and fonts: whatever names a file.
extension LayoutTables {
  static let imageLimit = 256

  static let assetFields: [Field<PanelDraft>] = [
    Field(
      "background", background, draft: \.background, example: "wood.png",
      alsoCalled: ["image", "wallpaper", "picture"],
      "A picture behind everything, in place of the theme's ground; a plain colour is "
        + "`colors: {background: navy}`."
    ).pictured(
      .panel("background: {file: skin/wood.png, fit: tile}")),
    Field(
      "font", fontName, draft: \.font, fallback: "Inter", example: "DejaVu Sans",
      alsoCalled: ["typeface", "family", "font_family"],
      "What texts are set in: an installed family, or a font file beside the layout."
    ).pictured(
      .panel("font: DejaVu Serif")),
  ]

  static let image = Shape.thing(
    "an image", empty: ImageDraft(), imageFields + cellFields() + [alignField()],
    rules: KeyRule.exactlyOne(["at", "center", "cell"]) + cellRules("span", "align"))

  private static let imageFields: [Field<ImageDraft>] = [
    Field(
      "file", fileName, draft: \.file, required: true, example: "logo.png",
      alsoCalled: ["path", "src", "source", "image", "picture"],
      "A PNG file; its path begins at the folder of the layout."),
    Field(
      "at", point, draft: \.at, example: [20, 20],
      alsoCalled: ["position", "pos", "x", "y", "left", "top"],
      "Where its top left corner stands."),
    Field(
      "center", point, draft: \.center, example: [400, 240], alsoCalled: ["centre", "middle"],
      "Where its middle stands, instead of `at`."),
    Field(
      "size", imageSize, draft: \.size, example: 120,
      alsoCalled: ["width", "height", "scale", "dimensions"],
      "Its longer side, or its width and height; left out, a pixel of the file is one of the "
        + "design, and in a cell it is as large as fits."
    ).pictured(
      .image("size: 48"), .image("size: [96, 48]")),
    Field(
      "opacity", .number(NumberRule(range: 0...1), example: 0.5), draft: \.opacity, fallback: 1,
      example: 0.5, alsoCalled: ["alpha", "transparency"],
      "From 0, not seen, to 1."
    ).pictured(
      .image("opacity: 0.4", "size: 60")),
  ]

  static let skinFields: [Field<KnobDraft>] = [
    Field(
      "skin", skin, draft: \.skin, example: ["rotating": "cap.png"],
      alsoCalled: ["image", "images", "picture", "bitmap", "sprite"],
      "Pictures that it is drawn with, instead of the theme's shapes.")
  ]

  private static let skin = Shape.record(
    "a skin", empty: SkinDraft(),
    [
      Field(
        "background", pictures, draft: \.background, example: "plate.png",
        alsoCalled: ["back", "base"], "Stands still below what turns."
      ).pictured(
        .knob("skin: {background: skin/plate.png, rotating: skin/cap.png}")),
      Field(
        "rotating", pictures, draft: \.rotating, example: "cap.png",
        alsoCalled: ["knob", "pointer", "hand", "image", "file"],
        "Turns about its middle; drawn as it is for a pointer at 12 o'clock."
      ).pictured(
        .knob("skin: {rotating: skin/cap.png}")),
      Field(
        "foreground", pictures, draft: \.foreground, example: "gloss.png",
        alsoCalled: ["overlay", "gloss", "front"], "Stands still above what turns."
      ).pictured(
        .knob("skin: {rotating: skin/cap.png, foreground: skin/gloss.png}")),
      Field(
        "filmstrip", filmstrip, draft: \.filmstrip, example: ["file": "knob.png", "frames": 101],
        alsoCalled: ["strip", "sprites", "frames", "sheet"],
        "Ready-made pictures of the whole turn, one after the other in one file."
      ).pictured(
        .knob("skin: {filmstrip: {file: skin/lamps.png, frames: 31}}")),
      Field(
        "value", .choice(of: SkinLayout.TextPlace.self, synonyms: ["middle": "center"]),
        draft: \.value, fallback: "center", example: "below",
        alsoCalled: ["text"], "Where its value stands."),
      Field(
        "name", .choice(of: SkinLayout.TextPlace.self, synonyms: ["middle": "center"]),
        draft: \.name, fallback: "below", example: "none", alsoCalled: ["label"],
        "Where its name stands."),
    ],
    rules: [.atLeastOne(["background", "rotating", "foreground", "filmstrip"])])

  /// A file, or a file for each state.
  private static let pictures = Shape<PicturesDraft>.either(
    scalar: fileName.map { name, node, _, _ in
      var draft = PicturesDraft()
      draft.normal = Setting(value: name, keySpan: node.span, span: node.span)
      return draft
    },
    mapping: .record(
      "a picture for each state", empty: PicturesDraft(),
      [
        Field(
          "normal", fileName, draft: \.normal, required: true, example: "cap.png",
          alsoCalled: ["default", "file"], "Shown where there is none for a state."),
        Field(
          "held", fileName, draft: \.held, example: "cap-held.png",
          alsoCalled: ["highlighted", "pressed", "active", "touched"], "While a finger is on it."),
        Field(
          "locked", fileName, draft: \.locked, example: "cap-locked.png",
          "While only a tap does anything."),
        Field(
          "disabled", fileName, draft: \.disabled, example: "cap-grey.png",
          alsoCalled: ["inactive"], "While it cannot be turned, for whatever reason."),
        Field(
          "unknown", fileName, draft: \.unknown, example: "cap-grey.png",
          "Until its control answers; else as disabled."),
        Field(
          "offline", fileName, draft: \.offline, example: "cap-grey.png",
          alsoCalled: ["lost"], "While its control cannot be reached; else as disabled."),
      ]))

  private static let filmstrip = Shape<FilmstripDraft>.either(
    scalar: pictures.map { pictures, node, _, _ in
      var draft = FilmstripDraft()
      draft.file = Setting(value: pictures, keySpan: node.span, span: node.span)
      return draft
    },
    mapping: .record(
      "a filmstrip", empty: FilmstripDraft(),
      [
        Field(
          "file", pictures, draft: \.file, required: true, example: "knob.png",
          alsoCalled: ["path", "src", "image"],
          "A PNG file of all frames, from the lowest value to the highest; or one for each state."),
        Field(
          "frames", .whole(2...4096, example: 101), draft: \.frames, example: 101,
          alsoCalled: ["count", "steps", "number"],
          "How many there are; left out, as many squares as the file holds."),
        Field(
          "direction", .choice(of: SkinLayout.Filmstrip.Direction.self),
          draft: \.direction, example: "vertical", alsoCalled: ["orientation", "axis"],
          "How they follow each other; left out, along the file's longer side."),
      ]))

  private static let background = Shape<BackgroundDraft>.either(
    scalar: backgroundFile,
    mapping: .record(
      "a background", empty: BackgroundDraft(),
      [
        Field(
          "file", fileName, draft: \.file, required: true, example: "wood.png",
          alsoCalled: ["path", "src", "image", "picture"],
          "A PNG file; its path begins at the folder of the layout."),
        Field(
          "fit",
          .choice(
            of: BackgroundLayout.Fit.self,
            synonyms: ["fill": "cover", "scale": "cover", "repeat": "tile", "center": "contain"]),
          draft: \.fit, fallback: "cover", example: "tile", alsoCalled: ["size", "scale", "mode"],
          "How it fills the display."),
      ]))

  /// The name of a picture; a colour is none, as editors know too.
  private static let backgroundFile: Shape<BackgroundDraft> = {
    let file = fileName.map { name, node, subject, context -> BackgroundDraft? in
      if ColorText.color(name.text) != nil {
        let shown = name.text.first == "#" ? "\"\(name.text)\"" : name.text
        context.error(
          "\(subject.name) is the file of a picture, but `\(name.text)` is a colour",
          at: node.span, hint: "write `colors: {background: \(shown)}` for a plain ground")
        return nil
      }
      var draft = BackgroundDraft()
      draft.file = Setting(value: name, keySpan: node.span, span: node.span)
      return draft
    }
    return Shape(
      expectation: file.expectation,
      schema: ["allOf": [file.schema, ["not": Shape<Color>.color.schema]]], keys: file.keys
    ) { node, subject, context in file.read(node, subject, context) }
  }()

  /// The name of a file; `map`s of it know the place.
  private static let fileName = named(.text(.path, example: "logo.png"))
  private static let fontName = named(.text(.path, example: "DejaVu Sans"))

  private static func named(_ text: Shape<String>) -> Shape<FileName> {
    text.located
  }

  /// One length, or two.
  private static let imageSize: Shape<ImageSizeDraft> = {
    let one = Shape<Length>.length(.positive)
    let two = Shape<Pair<Length>>.pair(
      .length(.positive), expectation: "its width and height, such as [120, 80]")
    return Shape(
      expectation: one.expectation + "; or " + two.expectation,
      schema: ["anyOf": [one.schema, two.schema]]
    ) { node, subject, context in
      if case .sequence = node.content {
        return two.read(node, subject, context).map(ImageSizeDraft.exact)
      }
      return one.read(node, subject, context).map(ImageSizeDraft.longest)
    }
  }()
}
