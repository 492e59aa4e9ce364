internal import Diagnostics

/// The centres of knobs in a file's text, so that one can be changed and nothing else.
struct CenterText {
  /// Why a knob cannot be moved in its file.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  /// Without a byte-order mark, as in the locations of messages.
  private let scalars: [Unicode.Scalar]
  private let hasByteOrderMark: Bool
  /// The centre found for each key of a mapping, or why there is none, by the key's index.
  private var centers: [Int: Result<WrittenCenter, Refusal>] = [:]
  private var lineStarts: [Int] = [0]

  /// Finds the centres in a file.
  init(_ text: String) {
    hasByteOrderMark = text.unicodeScalars.first == "\u{FEFF}"
    scalars = Array(text.unicodeScalars.dropFirst(hasByteOrderMark ? 1 : 0))
    var index = 0
    while index < scalars.count {
      let isReturn = scalars[index] == "\r"
      if isReturn, index + 1 < scalars.count, scalars[index + 1] == "\n" { index += 1 }
      if isReturn || scalars[index] == "\n" { lineStarts.append(index + 1) }
      index += 1
    }
    guard let root = PlacedText(Self.text(scalars).utf8.map(\.self)) else { return }
    find(in: root)
  }

  /// Searches everywhere for knobs: pages have them, too.
  private mutating func find(in node: PlacedText) {
    switch node {
    case .mapping(let entries):
      for entry in entries {
        if case .scalar(_, _, let range) = entry.key {
          centers[range.lowerBound] = WrittenCenter.find(in: entry.value, scalars)
        }
        find(in: entry.value)
      }
    case .sequence(let items): for item in items { find(in: item) }
    case .scalar, .other: break
    }
  }

  private func center(at location: SourceLocation) -> Result<WrittenCenter, Refusal> {
    guard lineStarts.indices.contains(location.line - 1),
      let center = centers[lineStarts[location.line - 1] + location.column - 1]
    else {
      return .failure(Refusal(reason: "the knob's location in the file has changed; try again"))
    }
    return center
  }

  /// Returns whether the knob named at a location has a centre of its own there.
  func hasCenter(at location: SourceLocation) -> Bool {
    if case .success = center(at: location) { true } else { false }
  }

  /// Returns the text with another centre for the knob named at a location.
  ///
  /// - Parameters:
  ///   - location: The location of the knob's name.
  ///   - old: Its centre, in design pixels.
  ///   - new: Its new centre.
  ///   - size: The panel's size, in design pixels.
  /// - Throws: `Refusal` if the centre cannot be written.
  /// - Returns: The whole text; everything else in it is unchanged.
  func moving(
    at location: SourceLocation, from old: (x: Double, y: Double), to new: (x: Double, y: Double),
    panelSize size: (width: Double, height: Double)
  ) throws(Refusal) -> String {
    let center = try center(at: location).get()
    // The size of a millimetre depends on the display; a coordinate other than 0 determines it.
    let millimetre = center.x.millimetre(at: old.x) ?? center.y.millimetre(at: old.y)
    var result = scalars
    let changes = [
      (
        center.x.range,
        try center.x.moved(by: new.x - old.x, extent: size.width, millimetre: millimetre)
      ),
      (
        center.y.range,
        try center.y.moved(by: new.y - old.y, extent: size.height, millimetre: millimetre)
      ),
    ]
    // From the end, so that the ranges stay valid.
    for (range, text) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      if let text { result.replaceSubrange(range, with: text.unicodeScalars) }
    }
    return (hasByteOrderMark ? "\u{FEFF}" : "") + Self.text(result)
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
