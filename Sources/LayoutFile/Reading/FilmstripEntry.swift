internal import Diagnostics
internal import Layout

/// A picture that a layout names.
struct PictureFile: Sendable {
  var name: Located<String>
  /// As the program opens it.
  var path: String
  /// Nil where files are not looked at.
  var size: PictureSize?
}

extension SkinLayout.Pictures {
  /// - Parameter files: By state; that of `normal` is missing only after it was reported.
  init(_ files: [SkinLayout.State: PictureFile]) {
    self.init(files[.normal]?.path ?? "", others: files.mapValues(\.path))
  }
}

/// `filmstrip:` of a skin while its keys are read.
struct FilmstripEntry: Sendable {
  var files: [SkinLayout.State: PictureFile] = [:]
  var frames: Int?
  var direction: SkinLayout.Filmstrip.Direction?

  var filmstrip: SkinLayout.Filmstrip {
    SkinLayout.Filmstrip(pictures: .init(files), frames: frames, direction: direction)
  }

  /// Reports files that cannot be cut into frames.
  ///
  /// - Parameters:
  ///   - span: Where the number of frames is written; nil if it is not.
  ///   - context: Receives the reports.
  func check(framesAt span: SourceSpan?, _ context: ReadingContext) {
    guard files[.normal] != nil else { return }
    for state in SkinLayout.State.allCases {
      guard let file = files[state], let size = file.size else { continue }
      check(filmstrip, of: file.name, size, framesAt: span, context)
    }
  }

  private func check(
    _ strip: SkinLayout.Filmstrip, of name: Located<String>, _ size: PictureSize,
    framesAt span: SourceSpan?, _ context: ReadingContext
  ) {
    guard strip.cut(width: size.width, height: size.height) == nil else { return }
    let isVertical = strip.direction.map { $0 == .vertical } ?? (size.height >= size.width)
    let length = isVertical ? size.height : size.width
    let side = isVertical ? "height" : "width"
    let file = VisibleText.quoted(name.text)
    guard let count = strip.frames, let span else {
      context.error(
        "\(file) is \(size.width) x \(size.height) px, which is no row of squares", at: name.span,
        hint: "write how many `frames` it has")
      return
    }
    context.error(
      "\(count) frames do not divide the \(side) of \(file), which is \(length) px", at: span,
      hint: Self.divisor(of: length, near: count).map { "\($0) frames would" },
      related: name.span.start == span.start
        ? [] : [.init(span: name.span, message: "the file is here")])
  }

  /// The count of frames nearest to the wrong one that a length can have.
  private static func divisor(of length: Int, near count: Int) -> Int? {
    let candidates = (2...max(2, min(length, 4096))).filter { length % $0 == 0 }
    return candidates.min { abs($0 - count) < abs($1 - count) }
  }
}
