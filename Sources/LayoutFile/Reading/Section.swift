internal import Diagnostics
internal import Layout

/// What stands on the panel or on one of its pages, and the cells it can stand in.
struct Section {
  let draft: SectionDraft
  /// nil for what is on every page.
  let page: Int?
  let room: GridContext

  func knobs(
    ruler: Ruler, shelf: AssetResolver, connections: inout Connections, look: LookDraft,
    _ diagnostics: inout DiagnosticList
  ) -> [PlacedKnob] {
    diagnostics.eachItem(draft.knobs.value ?? []) { named, diagnostics in
      let user = "knob \(VisibleText.quoted(named.name))"
      return diagnostics.noting(user, uses: named.span, from: named.nameSpan) {
        var placed = named.value.knob(
          named, ruler: ruler, in: room, shelf: shelf, connections: &connections, look: look, &$0)
        placed?.knob.page = page
        return placed
      }
    }.compactMap { $0 }
  }

  func labels(ruler: Ruler, _ diagnostics: inout DiagnosticList) -> [LabelLayout] {
    diagnostics.eachItem(draft.labels.value ?? []) { draft, diagnostics in
      var label = draft.label(ruler: ruler, in: room, &diagnostics)
      label?.page = page
      return label
    }.compactMap { $0 }
  }

  func images(
    ruler: Ruler, _ shelf: AssetResolver, _ diagnostics: inout DiagnosticList
  ) -> [ImageLayout] {
    diagnostics.eachItem(draft.images.value ?? []) { draft, diagnostics in
      var image = draft.image(ruler: ruler, in: room, shelf, &diagnostics)
      image?.page = page
      return image
    }.compactMap { $0 }
  }

  func buttons(
    among knobs: KnownKnobs, _ pages: KnownPages, ruler: Ruler,
    _ diagnostics: inout DiagnosticList
  ) -> [PlacedButton] {
    diagnostics.eachItem(draft.buttons.value ?? []) { named, diagnostics in
      var placed = named.value.button(
        named, among: knobs, pages: pages, ruler: ruler, in: room, &diagnostics)
      placed?.button.page = page
      return placed
    }.compactMap { $0 }
  }
}
