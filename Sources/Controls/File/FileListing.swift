internal import JSON
internal import Linux

extension DeviceListing {
  /// Lists the files of this machine that a knob can drive: the brightness of screens and lamps.
  static func files() -> DeviceListing? {
    let paths = ["/sys/class/backlight/*/brightness", "/sys/class/leds/*/brightness"]
      .flatMap { FilePath.matches(of: $0) }
    return paths.isEmpty ? nil : files(paths)
  }

  /// Lists the files with these paths.
  static func files(_ paths: [String]) -> DeviceListing {
    var listing = DeviceListing(title: "Brightness of screens and lamps", key: "files")
    for path in paths {
      guard let file = try? ValueFile(matching: path) else { continue }
      var notes = file.maximum.map { ["0 to \(JSONText.number($0))"] } ?? []
      if !file.isWritable { notes.append("not writable by this user") }
      let note = notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
      listing.lines.append("control: {file: \(JSONText.quoted(path))}\(note)")
      listing.objects.append([
        "path": .string(path), "maximum": file.maximum.map { .number($0) } ?? .null,
        "writable": .bool(file.isWritable),
      ])
    }
    return listing
  }
}
