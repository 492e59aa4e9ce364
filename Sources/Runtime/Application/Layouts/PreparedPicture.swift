internal import Layout
internal import Panel
internal import PanelDrawing
internal import Raster

/// A layout laid out for a display.
///
/// Any thread can create it; after that, one thread at a time uses it.
final class PreparedPicture {
  /// The state of a panel that the picture of its next layout is likely to share.
  struct Precedent: Sendable {
    fileprivate let layout: LayoutDocument
    private let page: Int
    private let knobs: [KnobViewState]
    private let buttons: [ButtonViewState]
    fileprivate let revision: Int

    init(_ scene: PanelScene) {
      let panel = scene.panel
      revision = scene.revision
      (layout, page) = (panel.layout, panel.shownPage)
      knobs = layout.knobs.indices.map(panel.viewState(ofKnob:))
      buttons = layout.buttons.indices.map(panel.viewState(ofButton:))
    }

    /// Applies the state to a picture of another layout, where both have the same items.
    fileprivate func apply(to picture: PanelPicture, of panel: PanelController) {
      let next = panel.layout
      if layout.pages.indices.contains(page),
        let same = next.pages.firstIndex(where: { $0.id == layout.pages[page].id })
      {
        panel.set(page: same)
      }
      picture.update(from: panel)
      let knobIndices = Dictionary(
        next.knobs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      for (knob, state) in zip(layout.knobs, knobs) {
        if let index = knobIndices[knob.id] { picture.set(state, ofKnob: index) }
      }
      let buttonIndices = Dictionary(
        next.buttons.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      for (button, state) in zip(layout.buttons, buttons) {
        if let index = buttonIndices[button.id] { picture.set(state, ofButton: index) }
      }
    }
  }

  let viewport: Viewport
  let typesetter: any Typesetter
  let picture: PanelPicture
  /// The buffer it was drawn into; nil if it was not drawn.
  private(set) var frame: PixelBuffer?
  /// A panel of the layout in its initial state; nil if none was created, or it was taken.
  private(set) var panel: PanelController?
  /// The match of the layout with that of the precedent, and the revision of the precedent.
  private var match: (revision: Int, match: LayoutMatch)?

  /// Lays a layout out; nothing is drawn yet.
  init(_ layout: LayoutDocument, on viewport: Viewport, typesetter: any Typesetter) {
    self.viewport = viewport
    self.typesetter = typesetter
    picture = PanelPicture(
      layout: layout, viewport: viewport, typesetter: typesetter, pictures: Files.pictures)
  }

  /// Draws it as it is likely to look after this panel, so that little remains to be drawn then.
  func prepare(_ layout: LayoutDocument, after precedent: Precedent) {
    panel = PanelController(layout: layout, viewport: viewport)
    match = (precedent.revision, LayoutMatch(from: precedent.layout, to: layout))
    precedent.apply(to: picture, of: PanelController(layout: layout, viewport: viewport))
    frame = PixelBuffer(unsafeUninitialized: viewport.pictureSize)
    if let frame { _ = picture.draw(into: frame) }
  }

  /// Returns the match with the layout of a scene's revision; nil if it was prepared after another.
  func match(ofRevision revision: Int) -> LayoutMatch? {
    match?.revision == revision ? match?.match : nil
  }

  /// Returns the panel the first time it is called, then nil.
  func takePanel() -> PanelController? {
    defer { panel = nil }
    return panel
  }
}
