internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {file: …}`.
  static let file = ControlKeys(
    "file", FileKeys.control, example: "/sys/class/backlight/*/brightness",
    "A file that holds a value, such as the brightness of a screen or a lamp of the board.")
}

/// The keys of file controls.
enum FileKeys {
  static let control = Shape<FileSettings>.either(
    scalar: Shape<String>.path.converted { path, _, context in
      var settings = FileSettings()
      prepare(&settings, context)
      settings.path = path
      ValueKeys.finish(&settings.value, nil, context)
      return settings
    },
    mapping: .record(
      "a file control", empty: FileSettings(),
      [
        Field(
          "path", .path, into: \.path, required: true,
          example: "/sys/class/backlight/*/brightness", alsoCalled: ["file", "name"],
          "The file; `*` and `?` match any characters of a name, and the first matching file is "
            + "used."),
        Field(
          "read_only", .flag, into: \.isGauge, fallback: false, example: true,
          alsoCalled: ["readonly", "gauge"], "Whether the file is only read."),
      ] + ValueKeys.fields(\.value),
      prepare: { settings, _, _, context in prepare(&settings, context) },
      finish: { settings, locations, _, context in
        ValueKeys.finish(&settings.value, locations, context)
        if locations["values"] != nil { settings.usesMaximum = false }
      }))

  private static func prepare(_ settings: inout FileSettings, _ context: ReadingContext) {
    ValueKeys.prepare(&settings.value, context)
    settings.usesMaximum = settings.value.words.isEmpty
    settings.use = context.knob?.use ?? .knob
  }
}
