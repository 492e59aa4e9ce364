internal import Controls
internal import Display

/// The cards and connectors, as this program and as the kernel lists them, for a bug report.
struct DisplayReport {
  var files = SystemFiles()

  private static let folder = "/sys/class/drm"
  /// The maximum number of modes of a connector.
  private static let modeLimit = 16

  /// Returns the lines of what this program finds on a seat.
  static func found(seat: String) -> [String] {
    do throws(DisplayError) {
      let cards = try DisplayList.read(seat: seat).cards
      return cards.isEmpty ? ["\(DisplayError.noCard(seat: seat))"] : cards.flatMap(lines)
    } catch {
      return ["\(error)"]
    }
  }

  /// Returns the lines of a card.
  static func lines(of card: DisplayList.CardEntry) -> [String] {
    var lines = DeviceListing.lines(of: card)
    guard card.driver != nil else { return lines }
    lines.append(
      "  \(card.hasDumbBuffers ? "with" : "without") dumb buffers, "
        + "\(card.hasAtomic ? "with" : "without") atomic modesetting")
    let formats = card.formats.isEmpty ? "none" : card.formats.joined(separator: " ")
    lines.append("  formats of the primary planes: \(formats)")
    for output in card.outputs {
      if let orientation = output.panelOrientation {
        lines.append("  \(output.name): panel orientation \(orientation)")
      }
      guard !output.modes.isEmpty else { continue }
      let modes = output.modes.prefix(modeLimit).joined(separator: " ")
      let more = output.modes.count - modeLimit
      lines.append("  \(output.name): modes \(modes)" + (more > 0 ? " and \(more) more" : ""))
    }
    return lines
  }

  /// The kernel's list, which every user can read.
  var kernel: [String] {
    let names = files.names(Self.folder, prefix: "card")
    guard !names.isEmpty else { return ["\(Self.folder) lists no card"] }
    return names.map { name in
      let path = "\(Self.folder)/\(name)"
      guard name.contains("-") else {
        return "\(name): driver \(files.targetName(ofLink: "\(path)/device/driver") ?? "unknown")"
      }
      let modes = files.lines("\(path)/modes").count
      let state = ["status", "enabled", "dpms"].map { file in
        "\(file) \(files.line("\(path)/\(file)") ?? files.trouble("\(path)/\(file)"))"
      }
      return "\(name): \(state.joined(separator: ", ")), modes: \(modes)"
    }
  }
}
