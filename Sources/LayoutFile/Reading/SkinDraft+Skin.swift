internal import Diagnostics
internal import Layout

extension SkinDraft {
  /// Nil after the reason was appended.
  func skin(
    at keySpan: SourceSpan, on shelf: AssetResolver, _ context: ReadingContext
  ) -> SkinLayout? {
    let layers = [background, rotating, foreground]
    guard layers.contains(where: \.isWritten) || filmstrip.isWritten else {
      context.error(
        "this skin has no picture", at: keySpan,
        hint: "add `rotating: cap.png`, or a `background`, `foreground` or `filmstrip`")
      return nil
    }
    var skin = SkinLayout()
    skin.background = background.value?.pictures(on: shelf, context)
    skin.rotating = rotating.value?.pictures(on: shelf, context)
    skin.foreground = foreground.value?.pictures(on: shelf, context)
    skin.filmstrip = filmstrip.value?.filmstrip(on: shelf, context)
    skin.value = value.value ?? skin.value
    skin.name = name.value ?? skin.name
    return skin
  }
}

extension PicturesDraft {
  /// Nil after the reason was appended.
  func pictures(
    on shelf: AssetResolver, _ context: ReadingContext
  ) -> SkinLayout.Pictures? {
    var paths: [SkinLayout.State: String] = [:]
    for (state, file) in others { paths[state] = shelf.picture(file, context)?.path }
    return normal.value.flatMap { shelf.picture($0, context) }.map {
      SkinLayout.Pictures($0.path, others: paths)
    }
  }

  /// Every file, the normal one first.
  var all: [FileName] { (normal.value.map { [$0] } ?? []) + others.map(\.file) }
}

extension FilmstripDraft {
  /// Nil after the reason was appended.
  fileprivate func filmstrip(
    on shelf: AssetResolver, _ context: ReadingContext
  ) -> SkinLayout.Filmstrip? {
    guard let pictures = file.value?.pictures(on: shelf, context) else { return nil }
    let strip = SkinLayout.Filmstrip(
      pictures: pictures, frames: frames.value,
      direction: direction.value)
    guard !frames.isUnreadable, !direction.isUnreadable else { return strip }
    for name in file.value?.all ?? [] {
      // Looked at before: what is wrong with the file itself has been said.
      guard let size = context.quietly({ shelf.picture(name, context)?.size }) else { continue }
      check(strip, of: name, size, context)
    }
    return strip
  }

  private func check(
    _ strip: SkinLayout.Filmstrip, of name: FileName, _ size: PictureSize,
    _ context: ReadingContext
  ) {
    guard strip.cut(width: size.width, height: size.height) == nil else { return }
    let isVertical = strip.direction.map { $0 == .vertical } ?? (size.height >= size.width)
    let length = isVertical ? size.height : size.width
    let side = isVertical ? "height" : "width"
    let file = VisibleText.quoted(name.text)
    guard let count = strip.frames, let span = frames.span else {
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
