internal import Diagnostics
internal import Layout

/// What stands on the panel or on one of its pages, and the cells it can stand in.
struct Section {
  let draft: SectionDraft
  /// nil for what is on every page.
  let page: Int?
  let room: GridContext

  func knobs(
    ruler: Ruler, shelf: AssetResolver, look: LookDraft,
    _ context: ReadingContext
  ) -> [PlacedKnob] {
    context.eachItem(draft.knobs.value ?? []) { named in
      let user = "knob \(VisibleText.quoted(named.name))"
      return context.noting(user, uses: named.span, from: named.nameSpan) {
        var placed = named.value.knob(
          named, ruler: ruler, in: room, shelf: shelf, look: look, context)
        placed?.knob.page = page
        return placed
      }
    }.compactMap { $0 }
  }

  func labels(ruler: Ruler, _ context: ReadingContext) -> [LabelLayout] {
    context.eachItem(draft.labels.value ?? []) { draft in
      var label = draft.label(ruler: ruler, in: room, context)
      label?.page = page
      return label
    }.compactMap { $0 }
  }

  func images(
    ruler: Ruler, _ shelf: AssetResolver, _ context: ReadingContext
  ) -> [ImageLayout] {
    context.eachItem(draft.images.value ?? []) { draft in
      var image = draft.image(ruler: ruler, in: room, shelf, context)
      image?.page = page
      return image
    }.compactMap { $0 }
  }

  func buttons(
    among knobs: KnownKnobs, _ pages: KnownPages, ruler: Ruler,
    _ context: ReadingContext
  ) -> [PlacedButton] {
    context.eachItem(draft.buttons.value ?? []) { named in
      var placed = named.value.button(
        named, among: knobs, pages: pages, ruler: ruler, in: room, context)
      placed?.button.page = page
      return placed
    }.compactMap { $0 }
  }
}
