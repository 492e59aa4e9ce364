internal import Layout

/// Buttons whose layout is another now; see `successor(layout:viewport:at:)`.
extension PanelController {
  /// For each button of a layout the one here of the same id that does the same.
  ///
  /// - Parameter origins: For each knob of the layout the one of the same id here.
  func buttonOrigins(of layout: LayoutDocument, _ origins: [Int?]) -> [Int?] {
    let pages = layout.pages.map { page in self.layout.pages.firstIndex { $0.id == page.id } }
    return layout.buttons.map { button in
      self.layout.buttons.firstIndex {
        $0.id == button.id && $0.kind == button.kind
          && $0.action == button.action.mapped(knobs: origins, pages: pages)
      }
    }
  }

  /// Lets the fingers go of buttons that do not stay.
  func releaseButtons(exceptFor staying: [Int?]) {
    for place in buttons.indices where buttons[place].owner != nil && !staying.contains(place) {
      release(button: place, isCancelled: true)
    }
  }

  /// Takes over the fingers and the ways back of the buttons that stay.
  func takeButtons(of old: PanelController, _ earlier: [Int?]) {
    for (place, origin) in earlier.enumerated() {
      guard let origin else { continue }
      buttons[place].takeFinger(of: old.buttons[origin])
      let knobs = zip(buttons[place].action.knobs, old.buttons[origin].action.knobs)
      for (entry, (knob, before)) in knobs.enumerated() {
        guard let way = old.buttons[origin].waysBack[entry] else { continue }
        buttons[place].waysBack[entry] = way.leading(
          to: self.knobs[knob].translated(way.value, from: old.knobs[before].knob))
      }
      showButton(place)
    }
  }
}

extension ButtonLayout.Action {
  /// The same with other indices of its knobs or page; nil if one of them has none.
  fileprivate func mapped(knobs indices: [Int?], pages: [Int?]) -> ButtonLayout.Action? {
    let mapped = knobs.compactMap { indices.indices.contains($0) ? indices[$0] : nil }
    guard mapped.count == knobs.count else { return nil }
    return switch self {
    case .page(.index(let page)):
      pages.indices.contains(page) ? pages[page].map { .page(.index($0)) } : nil
    case .page: self
    case .mute: .mute(mapped)
    case .reset: .reset(mapped)
    case .preset(let targets):
      .preset(
        zip(targets, mapped).map { ButtonLayout.Target(knob: $1, value: $0.value) })
    }
  }
}
