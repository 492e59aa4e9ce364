internal import Diagnostics

/// The centres of knobs as a file writes them, so that one of them can be changed and nothing else.
struct CenterText {
  /// One of the two numbers of a centre.
  fileprivate struct Coordinate {
    /// Where it stands, in Unicode scalars.
    var range: Range<Int>
    var amount: Double
    /// With what stands before it: "%", " mm", or nothing for design pixels.
    var unit: String
    var isPlain: Bool
  }

  /// Why a knob cannot be moved in its file.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  private let scalars: [Unicode.Scalar]
  /// By where the knob is named.
  private var centers: [Int: (x: Coordinate, y: Coordinate)] = [:]
  private var lineStarts: [Int] = [0]

  /// Finds the centres in a file.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let isReturn = scalars[index] == "\r"
      if isReturn, index + 1 < scalars.count, scalars[index + 1] == "\n" { index += 1 }
      if isReturn || scalars[index] == "\n" { lineStarts.append(index + 1) }
      index += 1
    }
    guard let root = PlacedText(Array(text.utf8)) else { return }
    find(in: root)
  }

  /// Looks for knobs everywhere: pages have them, too.
  private mutating func find(in node: PlacedText) {
    switch node {
    case .mapping(let entries):
      for entry in entries {
        if case .scalar(_, _, let range) = entry.key, let center = Self.center(of: entry.value) {
          centers[range.lowerBound] = center
        }
        find(in: entry.value)
      }
    case .sequence(let items): for item in items { find(in: item) }
    case .scalar, .other: break
    }
  }

  private static func center(of knob: PlacedText) -> (x: Coordinate, y: Coordinate)? {
    guard case .sequence(let pair)? = knob["center"], pair.count == 2,
      let x = Coordinate(pair[0]), let y = Coordinate(pair[1])
    else { return nil }
    return (x, y)
  }

  private func center(at place: SourceLocation) -> (x: Coordinate, y: Coordinate)? {
    guard lineStarts.indices.contains(place.line - 1) else { return nil }
    return centers[lineStarts[place.line - 1] + place.column - 1]
  }

  /// Whether the knob that is named at a place has a centre of its own there.
  func hasCenter(at place: SourceLocation) -> Bool { center(at: place) != nil }

  /// The text with another centre for the knob that is named at a place.
  ///
  /// - Parameters:
  ///   - place: Where the knob is named.
  ///   - old: Its centre, in design pixels.
  ///   - new: Its new centre.
  ///   - size: Of the panel, in design pixels.
  /// - Throws: Why that cannot be written.
  /// - Returns: The text, with all else as it was.
  func moving(
    at place: SourceLocation, from old: (x: Double, y: Double), to new: (x: Double, y: Double),
    panelSize size: (width: Double, height: Double)
  ) throws(Refusal) -> String {
    guard let center = center(at: place) else {
      throw Refusal(
        reason: "this knob has no `center` of its own in the file; change what places it")
    }
    let x = try center.x.moved(from: old.x, to: new.x, extent: size.width)
    let y = try center.y.moved(from: old.y, to: new.y, extent: size.height)
    var result = scalars
    // From the end, so that places stay.
    let changes = [(center.x.range, x), (center.y.range, y)]
      .sorted { $0.0.lowerBound > $1.0.lowerBound }
    for (range, text) in changes { result.replaceSubrange(range, with: text.unicodeScalars) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: result)
    return String(text)
  }
}

extension CenterText.Coordinate {
  fileprivate init?(_ node: PlacedText) {
    guard case .scalar(let text, let isPlain, let range) = node else { return nil }
    let digits = text.prefix { $0.isNumber || "+-.eE_".contains($0) }
    let unit = text.dropFirst(digits.count)
    guard let amount = Double(digits),
      ["", "px", "%", "mm"].contains(unit.drop { $0 == " " })
    else { return nil }
    (self.range, self.amount, self.unit, self.isPlain) = (range, amount, String(unit), isPlain)
  }

  /// The text of the coordinate after a move, given in design pixels.
  ///
  /// Whole pixels, and tenths of other units.
  fileprivate func moved(
    from old: Double, to new: Double, extent: Double
  ) throws(CenterText.Refusal) -> String {
    let pixels: Double
    let decimals: Double
    switch unit.drop(while: { $0 == " " }) {
    case "%": (pixels, decimals) = (extent / 100, 10)
    case "mm":
      // What a millimetre is depends on the display: this one tells it.
      guard amount != 0, old != 0 else {
        throw CenterText.Refusal(reason: "a centre at 0 mm cannot be moved here; change the text")
      }
      (pixels, decimals) = (old / amount, 10)
    default: (pixels, decimals) = (1, 1)
    }
    let moved = ((amount + (new - old) / pixels) * decimals).rounded() / decimals
    guard moved.isFinite, abs(moved) < 1e6 else {
      throw CenterText.Refusal(reason: "that is no place on the panel")
    }
    let whole = Int(moved.magnitude)
    let tenth = Int((moved.magnitude * 10).rounded()) - whole * 10
    let number = (moved < 0 ? "-" : "") + "\(whole)" + (tenth == 0 ? "" : ".\(tenth)")
    // A text in quotes keeps them.
    return isPlain ? number + unit : "\"\(number)\(unit)\""
  }
}
