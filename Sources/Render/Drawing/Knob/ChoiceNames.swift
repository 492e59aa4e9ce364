import Layout
import Raster

/// The names before and after the chosen one, on a knob with sectors that has no room for all names
/// around it.
struct ChoiceNames {
  /// Where the names are; all of a knob's names are in the same places and of the same size.
  private enum Placement {
    /// Above and below a chosen name on the cap.
    case aboveAndBelow
    /// Both above it, because the knob's name is below it.
    case above
    /// Left and right of a chosen name below the knob.
    case beside
  }

  private let names: [String]
  /// Whether the last one is before the first.
  private let isWheel: Bool
  private let value: ValueTypesetting
  private let fonts: ValueFonts
  private let geometry: FaceGeometry
  private let placement: Placement
  private var glyphs: GlyphCache

  /// The size of the names as a share of the chosen one's, if there is room for it.
  private static let sizeShare: Float = 0.62
  /// The size below which they are left out, in pixels.
  private static let smallestSize: Float = 9

  /// Returns nil if there is no room for the names.
  ///
  /// - Parameters:
  ///   - travel: The sectors.
  ///   - geometry: The geometry of the knob.
  ///   - value: Where the chosen name is.
  ///   - texts: Typesets the names.
  ///   - taken: The pixels of texts that the names keep clear of.
  init?(
    _ travel: DrawnTravel, _ geometry: FaceGeometry, _ value: ValueTypesetting, _ texts: FaceTexts,
    taken: [PixelRect]
  ) {
    let typography = geometry.metrics.typography
    guard let fonts = value.fonts, let usual = fonts.names.first, travel.sectors.count > 1,
      typography.value != .none
    else { return nil }
    names = travel.sectors.map { texts.translations[$0] ?? $0 }
    isWheel = travel.isWheel
    self.value = value
    self.fonts = fonts
    self.geometry = geometry
    glyphs = usual
    let isNameBelow = typography.name == .inside && !taken.isEmpty
    placement = typography.value == .below ? .beside : isNameBelow ? .above : .aboveAndBelow
    var size = max(usual.style.pixelSize * Self.sizeShare, Self.smallestSize)
    while size >= Self.smallestSize {
      glyphs = texts.glyphs(texts.style(.medium, size))
      if names.indices.allSatisfy({ haveRoom(around: $0, taken) }) { return }
      size *= 0.93
    }
    return nil
  }

  /// Calls `body` with the names around a chosen sector.
  func forEachName(around sector: Int, _ body: (GlyphRun) -> Void) {
    if let name = name(at: sector - 1), names.count > 2 || !isWheel {
      body(run(name, -1, beside: names[sector]))
    }
    // Of two sectors, the other one is shown once.
    if let name = name(at: sector + 1) { body(run(name, 1, beside: names[sector])) }
  }

  private func name(at index: Int) -> String? {
    if isWheel { return names[(index + names.count) % names.count] }
    return names.indices.contains(index) ? names[index] : nil
  }

  /// Returns a name: the previous one with a direction of -1, the next one with 1.
  private func run(_ name: String, _ direction: Float, beside chosen: String) -> GlyphRun {
    let font = fonts.name(chosen, width: value.width)
    let width = glyphs.width(of: name)
    let gap = glyphs.style.pixelSize * 0.65
    // The distance between the middles of two lines.
    let line = (font.capHeight + glyphs.capHeight) * 0.5 + gap
    let (x, y): (Float, Float) =
      switch placement {
      case .aboveAndBelow: (0, direction * line)
      case .above: (direction * (width + gap) * 0.5, -line)
      case .beside:
        // On the baseline of the chosen one.
        (
          direction * (min(font.width(of: chosen), value.width) * 0.5 + gap + width * 0.5),
          (font.capHeight - glyphs.capHeight) * 0.5
        )
      }
    return GlyphRun(
      name, glyphs, unit: nil, middleX: value.middle.x + x, middleY: value.middle.y + y,
      limit: width + 1)
  }

  private func haveRoom(around sector: Int, _ taken: [PixelRect]) -> Bool {
    var haveRoom = true
    forEachName(around: sector) { name in
      let bounds = name.bounds
      if !geometry.isRoom(bounds, onCap: placement != .beside)
        || taken.contains(where: { $0.overlaps(bounds) })
      {
        haveRoom = false
      }
    }
    return haveRoom
  }
}

extension FaceGeometry {
  /// Returns whether a text on the cap, or below the knob, is clear of all that is drawn there.
  fileprivate func isRoom(_ bounds: PixelRect, onCap: Bool) -> Bool {
    let left = Float(bounds.x) - center.x
    let right = Float(bounds.maxX) - center.x
    guard onCap else { return max(-left, right) <= max(valueWidth, nameWidth) * 0.5 }
    let (across, down) = (
      max(-left, right), max(abs(Float(bounds.y) - center.y), abs(Float(bounds.maxY) - center.y))
    )
    let edge = metrics.cap.hollow > 0 ? hollow.radius : radius * metrics.edge
    let reach = edge - max(radius * 0.05, 1.5)
    return across * across + down * down <= reach * reach && !pointerCanCover(bounds)
  }
}
