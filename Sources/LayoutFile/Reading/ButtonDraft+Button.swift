internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

/// A button with the places that warnings about it point at.
struct PlacedButton {
  var button: ButtonLayout
  var nameSpan: SourceSpan
  var centerSpan: SourceSpan
  var sizeSpan: SourceSpan
}

extension ButtonDraft {
  /// The button with all keys checked against each other; nil after the reason was appended.
  func button(
    _ named: Named<ButtonDraft>, among knobs: KnownKnobs, pages: KnownPages, ruler: Ruler,
    in room: GridContext, _ context: ReadingContext
  ) -> PlacedButton? {
    let spot = place.spot(
      in: room, thing: "button \(VisibleText.quoted(named.name))",
      free: center.keySpan.map { ("center", $0) }, context)
    let size =
      self.size.isWritten
      ? self.size.value.flatMap { ruler.point($0, context) }
      : spot.map { DesignPoint(x: $0.box.width, y: $0.box.height) }
    let center =
      self.center.value.flatMap { ruler.point($0, context) }
      ?? spot.flatMap { spot in
        size.map { spot.box.part(width: $0.x, height: $0.y, place.align.value ?? .center).center }
      }
    let action = action(of: named, among: knobs, pages, context)
    guard let center, let size, let action, let centerSpan = self.center.span ?? place.cell.span,
      let sizeSpan = self.size.span ?? place.cell.span, isKindGood(for: action, context)
    else { return nil }
    return PlacedButton(
      button: ButtonLayout(
        id: named.name, center: center, width: size.x, height: size.y, text: text.value ?? "",
        icon: icon.value, action: action, kind: kind.value),
      nameSpan: named.nameSpan, centerSpan: centerSpan, sizeSpan: sizeSpan)
  }

  private func action(
    of named: Named<ButtonDraft>, among knobs: KnownKnobs, _ pages: KnownPages,
    _ context: ReadingContext
  ) -> ButtonLayout.Action? {
    let keys = [mute.keySpan, reset.keySpan, preset.keySpan, page.keySpan].compactMap { $0 }
      .sorted { $0.start < $1.start }
    let name = VisibleText.quoted(named.name)
    if keys.count > 1 {
      context.error(
        "button \(name) can do only one thing, but this is a second", at: keys[1],
        hint: "make it two buttons", related: [.init(span: keys[0], message: "the first is here")])
      return nil
    }
    if let choice = mute.value { return knobs.muted(choice, context).map { .mute($0) } }
    if let choice = reset.written {
      return knobs.reset(choice.value, context).map { .reset($0) }
    }
    if let values = preset.value { return knobs.targets(values, context).map { .preset($0) } }
    if let page = page.written {
      return pages.target(page.value, at: page.span, context).map { .page($0) }
    }
    // What is there but unreadable has been reported.
    if keys.isEmpty {
      context.error(
        "button \(name) does nothing", at: named.nameSpan,
        hint: "add what it does: `mute: all`, or `reset`, `preset` or `page`")
    }
    return nil
  }

  private func isKindGood(
    for action: ButtonLayout.Action, _ context: ReadingContext
  ) -> Bool {
    guard let kind = kind.written, kind.value != .push else { return true }
    let (what, hint): (String, String)
    switch action {
    case .mute, .preset: return true
    case .reset: (what, hint) = ("resets", "remove `kind`, or use a `preset` of the same values")
    case .page: (what, hint) = ("shows a page", "remove `kind`")
    }
    context.error(
      "a button that \(what) cannot be `\(kind.value.rawValue)`: there is no way back",
      at: kind.span, hint: hint)
    return false
  }
}
