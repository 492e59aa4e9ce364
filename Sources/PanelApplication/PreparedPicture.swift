internal import Layout
internal import Panel
internal import PanelDrawing
internal import Raster

/// A layout that is laid out for a display.
///
/// Any thread makes it; from then on, one at a time uses it.
final class PreparedPicture {
  /// What a panel shows, as far as the picture of its next layout is likely to look the same.
  struct Precedent: Sendable {
    private let layout: LayoutDocument
    private let page: Int
    private let knobs: [KnobViewState]
    private let buttons: [ButtonViewState]

    init(_ panel: PanelController) {
      (layout, page) = (panel.layout, panel.shownPage)
      knobs = layout.knobs.indices.map(panel.viewState(ofKnob:))
      buttons = layout.buttons.indices.map(panel.viewState(ofButton:))
    }

    /// Has a picture of another layout look like this, where both have the same.
    fileprivate func apply(to picture: PanelPicture, of panel: PanelController) {
      let next = panel.layout
      if layout.pages.indices.contains(page),
        let same = next.pages.firstIndex(where: { $0.id == layout.pages[page].id })
      {
        panel.set(page: same)
      }
      picture.update(from: panel)
      let places = Dictionary(
        next.knobs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      for (knob, state) in zip(layout.knobs, knobs) {
        if let place = places[knob.id] { picture.set(state, ofKnob: place) }
      }
      let buttonPlaces = Dictionary(
        next.buttons.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      for (button, state) in zip(layout.buttons, buttons) {
        if let place = buttonPlaces[button.id] { picture.set(state, ofButton: place) }
      }
    }
  }

  let viewport: Viewport
  let typesetter: any Typesetter
  let picture: PanelPicture
  /// Where it was drawn; nil if it was not.
  private(set) var frame: PixelBuffer?
  /// A panel of the layout, as at the start; nil if none was made, or it was taken.
  private(set) var panel: PanelController?

  /// Lays a layout out; nothing is drawn yet.
  init(_ layout: LayoutDocument, on viewport: Viewport, typesetter: any Typesetter) {
    self.viewport = viewport
    self.typesetter = typesetter
    picture = PanelPicture(
      layout: layout, viewport: viewport, typesetter: typesetter, pictures: Files.pictures)
  }

  /// Draws it as it is likely to look after this panel, so that little is left to be drawn then.
  func prepare(_ layout: LayoutDocument, after precedent: Precedent) {
    panel = PanelController(layout: layout, viewport: viewport)
    precedent.apply(to: picture, of: PanelController(layout: layout, viewport: viewport))
    frame = PixelBuffer(unsafeUninitialized: viewport.pictureSize)
    if let frame { _ = picture.draw(into: frame) }
  }

  /// Gives its panel away, for the first who asks.
  func takePanel() -> PanelController? {
    defer { panel = nil }
    return panel
  }
}
