internal import Diagnostics
internal import Layout
internal import Raster

/// A picture file named in a layout.
struct PictureFile: Sendable {
  var name: Located<String>
  /// The path to open.
  var path: String
  /// Nil if files cannot be opened.
  var size: PixelSize?
}

extension SkinLayout.Pictures {
  /// - Parameter files: By state; `normal` is missing only after an error was reported.
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

  /// Reports files that do not divide into frames.
  ///
  /// - Parameters:
  ///   - span: Location of the number of frames; nil if it is not written.
  ///   - context: Receives the reports.
  func check(framesAt span: SourceSpan?, _ context: ReadingContext) {
    guard files[.normal] != nil else { return }
    for file in SkinLayout.State.allCases.compactMap({ files[$0] }) {
      if let size = file.size { check(filmstrip, of: file.name, size, framesAt: span, context) }
    }
  }

  private func check(
    _ strip: SkinLayout.Filmstrip, of name: Located<String>, _ size: PixelSize,
    framesAt span: SourceSpan?, _ context: ReadingContext
  ) {
    guard strip.cut(width: size.width, height: size.height) == nil else { return }
    let isVertical = strip.direction.map { $0 == .vertical } ?? (size.height >= size.width)
    let length = isVertical ? size.height : size.width
    let side = isVertical ? "height" : "width"
    let file = VisibleText.quoted(name.value)
    guard let count = strip.frames, let span else {
      context.error(
        "\(file) is \(size.width) x \(size.height) px, which is not a row of squares",
        at: name.span,
        hint: "add its number of `frames`")
      return
    }
    context.error(
      "\(count) frames do not divide the \(side) of \(file), which is \(length) px", at: span,
      hint: Self.divisor(of: length, near: count).map { "\($0) frames would" },
      related: name.span.start == span.start
        ? [] : [.init(span: name.span, message: "the file is here")])
  }

  /// Returns the divisor of a length nearest to the wrong count.
  private static func divisor(of length: Int, near count: Int) -> Int? {
    let candidates = (2...max(2, min(length, 4096))).filter { length % $0 == 0 }
    return candidates.min { abs($0 - count) < abs($1 - count) }
  }
}
