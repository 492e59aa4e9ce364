import Layout
import Panel
import Raster

/// The items of a panel, laid out with their texts in one language.
struct PanelContents {
  let knobs: [any DrawnKnob]
  let buttons: [DrawnButton]
  /// The labels that show a value, with their index in the layout.
  let readOuts: [(label: Int, item: DrawnReadOut)]
  /// The labels that never change.
  let labels: [PageContent<DrawnLabel>]
  /// Tabs or dots; nil if there are no pages to choose from.
  let pageIndicator: DrawnPageIndicator?
  /// In drawing order: knobs, buttons, labels with a value, front images and the page indicator.
  let items: [PageContent<any DrawnItem>]
  /// The bounds of each item; reading them here does not count a reference to the item.
  let itemBounds: [PageContent<PixelRect>]
  /// For each item, the indices of the items that it overlaps, including itself, in drawing order.
  let overlaps: [[Int]]
  let makePINPad: (PINPadViewState) -> PINPadFace
  let makeCountdown: (CleaningViewState) -> CountdownFace
  let makeMessage: (PanelMessage) -> MessageFace

  /// Lays out the items.
  ///
  /// - Parameters:
  ///   - layout: The layout, translated to the language.
  ///   - texts: The texts in the language.
  ///   - viewport: The position of the design in the picture.
  ///   - theme: The panel's theme.
  ///   - images: The images of the layout, shared by all languages.
  ///   - rings: The rows of rings, likewise.
  init(
    _ layout: LayoutDocument, _ texts: FaceTexts, _ viewport: Viewport, _ theme: Theme,
    _ images: ImageCache, _ rings: RingRowsCache
  ) {
    makePINPad = { PINPadFace(layout.panel, viewport, theme, texts, $0) }
    makeCountdown = { CountdownFace(viewport, theme, texts, $0) }
    makeMessage = { MessageFace(layout.panel, viewport, theme, texts, $0) }
    let neighbours = Neighbours(layout)
    knobs = layout.knobs.map { knob in
      let item = makeDrawnKnob(knob, neighbours, viewport, theme, texts, images, rings)
      guard knob.opacity < 1 else { return item }
      return TranslucentKnob(item, opacity: knob.opacity, in: viewport.pictureSize) ?? item
    }
    buttons = layout.buttons.map { DrawnButton(ButtonFace($0, viewport, theme, texts, images)) }
    readOuts = layout.labels.enumerated().compactMap { index, label in
      DrawnReadOut(label, viewport, theme, texts).map { (label: index, item: $0) }
    }
    pageIndicator = DrawnPageIndicator(layout, viewport, theme, texts)
    items =
      zip(knobs, layout.knobs).map { PageContent($0, on: $1.page) }
      + zip(buttons, layout.buttons).map { PageContent($0, on: $1.page) }
      + readOuts.map { PageContent($0.item, on: layout.labels[$0.label].page) }
      + images.all(of: layout, on: .front, viewport).map {
        PageContent(FrontImage($0.item), on: $0.page)
      }
      + [pageIndicator].compactMap { $0 }.map { PageContent($0, on: nil) }
    itemBounds = items.map { PageContent($0.item.bounds, on: $0.page) }
    overlaps = Overlaps.indices(of: itemBounds.map(\.item), pages: itemBounds.map(\.page))
    labels = layout.labels.filter { $0.value == nil }.flatMap { label in
      texts.label(label, viewport, scale: theme.textScale).map {
        PageContent(DrawnLabel(text: $0, color: label.color), on: label.page)
      }
    }
  }
}
