internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout
internal import Raster

/// Pictures and fonts: the keys that name files.
extension LayoutTables {
  static let imageLimit = 256

  static let assetFields: [Field<PanelLayout>] = [
    Field(
      "background", background, intoOptional: \.background, example: "wood.png",
      alsoCalled: ["image", "wallpaper", "picture"],
      "A picture behind everything, in place of the theme's background; for a plain colour, write "
        + "`colors: {background: navy}`."),
    Field(
      "font", font, into: \.font, fallback: .string(TextStyle.standardFamily),
      example: "DejaVu Sans",
      alsoCalled: ["typeface", "family", "font_family"],
      "The font of all texts: an installed family, or a font file beside the layout."),
  ]

  static func image(_ controls: [ControlKeys]) -> Shape<ImageEntry> {
    .item(
      "an image", empty: ImageEntry(),
      imageFields + cellFields() + [alignField()] + [
        visibleField(\.image.isVisible),
        whenField(
          controls, imageChanges, schema: "image_case",
          example: ["knob": "year", "below": 1960, "file": "fifties.png"]),
      ],
      rules: [imagePositionMissing, oneImagePosition] + cellRules("span", "align"),
      prepare: { entry, locations, _, context in entry.prepare(locations, context) },
      finish: { entry, locations, _, context in entry.finish(locations, context) })
  }

  private static let imagePositionMissing = KeyRule.atLeastOne(["at", "center", "cell"]) {
    _, written in
    guard let file = written("file") else { return nil }
    return Diagnostic(
      .error, "the image \(VisibleText.quoted(file.text)) has no position", at: file.span,
      hint: "add `at: [20, 20]` for its top left corner, or `center: [400, 240]`")
  }

  private static let oneImagePosition = KeyRule.alternatives(["at", "center", "cell"]) {
    one, other, _ in
    if other.key == "cell" { return .twoPositions(other, one, item: "this image") }
    let isInOrder = one.keySpan.start < other.keySpan.start
    let (first, second) = isInOrder ? (one, other) : (other, one)
    return Diagnostic(
      .error, "an image cannot have both `at` and `center`", at: second.keySpan,
      hint: "`at` is the top left corner, `center` the centre; remove one of them",
      related: [.init(span: first.keySpan, message: "the first is here")])
  }

  private static let imageFields: [Field<ImageEntry>] = [
    Field(
      "file", pictureFile, required: true, example: "logo.png",
      alsoCalled: ["path", "src", "source", "image", "picture"],
      "A PNG file; its path begins at the folder of the layout."
    ) { file, entry, _ in (entry.image.file, entry.pixels) = (file.path, file.size) },
    Field(
      "at", .position, example: [20, 20],
      alsoCalled: ["position", "pos", "x", "y", "left", "top"],
      "The position of its top left corner."
    ) { position, entry, _ in (entry.image.position, entry.image.anchor) = (position, .topLeft) },
    Field(
      "center", .position, example: [400, 240], alsoCalled: ["centre", "middle"],
      "The position of its centre, instead of `at`."
    ) { position, entry, _ in (entry.image.position, entry.image.anchor) = (position, .center) },
    Field(
      "size", imageSize, into: \.image.size, example: 120,
      alsoCalled: ["width", "height", "scale", "dimensions"],
      "Its longer side, or its width and height; if left out, a pixel of the file is one of the "
        + "design, and an image in a cell is as large as fits."),
    Field(
      "opacity", .factor(NumberRule(range: 0...1), example: 0.5), into: \.image.opacity,
      fallback: 1, example: 0.5, alsoCalled: ["alpha", "transparency"],
      "From 0, invisible, to 1."),
    Field(
      "layer",
      .choice(
        of: ImageLayout.Layer.self,
        synonyms: [
          "above": "front", "top": "front", "foreground": "front", "over": "front", "below": "back",
          "behind": "back", "bottom": "back", "background": "back", "under": "back",
        ]), into: \.image.layer,
      fallback: "back", example: "front", alsoCalled: ["z", "z_index", "order", "above"],
      "Whether it is drawn behind labels, knobs and buttons, or in front of them, as a frame or a "
        + "reflection; touches pass through it."),
  ]

  static let skinFields: [Field<KnobEntry>] = [
    Field(
      "skin", skin, intoOptional: \.knob.skin, example: ["rotating": "cap.png"],
      alsoCalled: ["image", "images", "picture", "bitmap", "sprite"],
      "Pictures that replace the theme's shapes.")
  ]

  private static let skin = Shape.record(
    "a skin", empty: SkinLayout(),
    [
      Field(
        "background", pictures, intoOptional: \.background, example: "plate.png",
        alsoCalled: ["back", "base"], "A picture below the one that turns."),
      Field(
        "rotating", pictures, intoOptional: \.rotating, example: "cap.png",
        alsoCalled: ["knob", "pointer", "hand", "image", "file"],
        "A picture that turns about its centre; drawn for a pointer at 12 o'clock."),
      Field(
        "foreground", pictures, intoOptional: \.foreground, example: "gloss.png",
        alsoCalled: ["overlay", "gloss", "front"], "A picture above the one that turns."),
      Field(
        "filmstrip", filmstrip, intoOptional: \.filmstrip,
        example: ["file": "knob.png", "frames": 101],
        alsoCalled: ["strip", "sprites", "frames", "sheet"],
        "A picture for each position, one after the other in one file."),
      Field(
        "value", .choice(of: SkinLayout.TextPlace.self, synonyms: ["middle": "center"]),
        into: \.value, fallback: "center", example: "below",
        alsoCalled: ["text"], "Where its value is drawn."),
      Field(
        "name", .choice(of: SkinLayout.TextPlace.self, synonyms: ["middle": "center"]),
        into: \.name, fallback: "below", example: "none", alsoCalled: ["label"],
        "Where its name is drawn."),
    ],
    rules: [
      .atLeastOne(["background", "rotating", "foreground", "filmstrip"]) { subject, _ in
        Diagnostic(
          .error, "this skin has no picture", at: subject.span,
          hint: "add `rotating: cap.png`, or a `background`, `foreground` or `filmstrip`")
      }
    ])

  /// A file, or a file for each state.
  private static let pictures = pictureFiles.converted { files, _, _ in SkinLayout.Pictures(files) }

  private static let pictureFiles = Shape<[SkinLayout.State: PictureFile]>.either(
    scalar: pictureFile.converted { file, _, _ in [.normal: file] },
    mapping: .record(
      "a picture for each state", empty: [:],
      [
        Field(
          "normal", pictureFile, intoOptional: \.[.normal], required: true, example: "cap.png",
          alsoCalled: ["default", "file"], "Used for states that have no picture of their own."),
        Field(
          "held", pictureFile, intoOptional: \.[.held], example: "cap-held.png",
          alsoCalled: ["highlighted", "pressed", "active", "touched"], "While a finger is on it."),
        Field(
          "locked", pictureFile, intoOptional: \.[.locked], example: "cap-locked.png",
          "While it is locked."),
        Field(
          "disabled", pictureFile, intoOptional: \.[.disabled], example: "cap-grey.png",
          alsoCalled: ["inactive"], "While it cannot be turned."),
        Field(
          "unknown", pictureFile, intoOptional: \.[.unknown], example: "cap-grey.png",
          "Until its control answers; else as disabled."),
        Field(
          "offline", pictureFile, intoOptional: \.[.offline], example: "cap-grey.png",
          alsoCalled: ["lost"], "While its control cannot be reached; else as disabled."),
      ]))

  private static let filmstrip = Shape<FilmstripEntry>.either(
    scalar: pictureFiles.converted { files, _, context in
      let entry = FilmstripEntry(files: files)
      entry.check(framesAt: nil, context)
      return entry
    },
    mapping: .record(
      "a filmstrip", empty: FilmstripEntry(),
      [
        Field(
          "file", pictureFiles, into: \.files, required: true, example: "knob.png",
          alsoCalled: ["path", "src", "image"],
          "A PNG file of all frames, from the lowest value to the highest; or one for each state."),
        Field(
          "frames", .whole(2...4096, example: 101), intoOptional: \.frames, example: 101,
          alsoCalled: ["count", "steps", "number"],
          "The number of frames; if left out, as many squares as the file holds."),
        Field(
          "direction", .choice(of: SkinLayout.Filmstrip.Direction.self),
          intoOptional: \.direction, example: "vertical", alsoCalled: ["orientation", "axis"],
          "The direction in which the frames follow each other; if left out, along the file's "
            + "longer side."),
      ],
      finish: { entry, locations, _, context in
        guard !locations.isUnreadable("frames"), !locations.isUnreadable("direction") else {
          return
        }
        entry.check(framesAt: locations["frames"]?.span, context)
      })
  ).converted { entry, _, _ in entry.filmstrip }

  static let background = Shape<BackgroundLayout>.either(
    scalar: backgroundFile,
    mapping: .record(
      "a background", empty: BackgroundLayout(file: ""),
      [
        Field(
          "file", picturePath, into: \.file, required: true, example: "wood.png",
          alsoCalled: ["path", "src", "image", "picture"],
          "A PNG file; its path begins at the folder of the layout."),
        Field(
          "fit",
          .choice(
            of: BackgroundLayout.Fit.self,
            synonyms: ["fill": "cover", "scale": "cover", "repeat": "tile", "center": "contain"]),
          into: \.fit, fallback: "cover", example: "tile", alsoCalled: ["size", "scale", "mode"],
          "How it fills the display."),
      ]))

  /// The name of a picture; colours are rejected, in the schema as well.
  private static let backgroundFile = Shape<BackgroundLayout>(
    expectation: picturePath.expectation,
    schema: ["allOf": [picturePath.schema, ["not": Shape<Color>.color.schema]]]
  ) { node, subject, context in
    if case .scalar(let text, _) = node.content, ColorText.color(text) != nil {
      let shown = text.first == "#" ? "\"\(text)\"" : text
      context.error(
        "\(subject.name) expects a picture file, but `\(text)` is a colour", at: node.span,
        hint: "write `colors: {background: \(shown)}` for a plain background")
      return nil
    }
    return picturePath.read(node, subject, context).map { BackgroundLayout(file: $0) }
  }

  /// The name of an existing picture.
  private static let pictureFile: Shape<PictureFile> = fileName.converted { name, _, context in
    context.picture(name).map {
      PictureFile(name: name, path: $0.path, size: $0.size)
    }
  }

  private static let fileName = Shape.word(.path, example: "logo.png")

  static let picturePath = pictureFile.converted { file, _, _ in file.path }

  private static let font: Shape<FontLayout> = fontName.converted { name, _, context in
    context.font(name)
  }

  private static let fontName = Shape.word(.path, example: "DejaVu Sans")

  /// One or two lengths.
  private static let imageSize: Shape<ImageLayout.Size> = {
    let one = Shape<Double>.pixels(.positive)
    let two = Shape<Pair<Length>>.pair(
      .length(.positive), expectation: "its width and height, such as [120, 80]")
    return .either(
      single: one.converted { side, _, _ in .longest(side) },
      list: two.inPixels.converted { size, _, _ in .exact(width: size.x, height: size.y) },
      expectation: one.expectation + "; or " + two.expectation, isSingle: { _ in true })
  }()
}
