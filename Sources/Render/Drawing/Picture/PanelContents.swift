import Layout
import Panel
import Raster

/// The items of a panel, laid out with their texts in one language.
struct PanelContents {
  /// Each knob in all of its looks.
  let knobs: [[any DrawnKnob]]
  /// Each button in all of its looks.
  let buttons: [[DrawnButton]]
  /// The labels that can change in all of their looks, with their index in the layout.
  let readOuts: [(label: Int, looks: [DrawnReadOut])]
  /// The labels that never change.
  let labels: [PageContent<DrawnLabel>]
  /// Tabs or dots; nil if there are no pages to choose from.
  let pageIndicator: DrawnPageIndicator?
  /// The items whose look depends on conditions, with their index in `items`.
  let switched: [PanelItem: (index: Int, item: SwitchedItem)]
  /// In drawing order: knobs, buttons, labels that can change, front images and the page indicator.
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
      knob.looks.map { look in
        let knob = knob.changed(by: look)
        let item = makeDrawnKnob(knob, neighbours, viewport, theme, texts, images, rings)
        guard knob.opacity < 1 else { return item }
        return TranslucentKnob(item, opacity: knob.opacity, in: viewport.pictureSize) ?? item
      }
    }
    buttons = layout.buttons.map { button in
      button.looks.map { look in
        DrawnButton(ButtonFace(button.changed(by: look), viewport, theme, texts, images))
      }
    }
    readOuts = layout.labels.enumerated().filter { $1.canChange }.map { index, label in
      let looks = label.looks.map { DrawnReadOut(label.changed(by: $0), viewport, theme, texts) }
      return (label: index, looks: looks)
    }
    pageIndicator = DrawnPageIndicator(layout, viewport, theme, texts)
    let frontImages = images.all(of: layout, on: .front, viewport)
    var items: [PageContent<any DrawnItem>] = []
    var switched: [PanelItem: (index: Int, item: SwitchedItem)] = [:]
    func add(_ looks: [any DrawnItem], of item: PanelItem, isConditional: Bool, on page: Int?) {
      guard isConditional else { return items.append(PageContent(looks[0], on: page)) }
      let switching = SwitchedItem(looks)
      switched[item] = (items.count, switching)
      items.append(PageContent(switching, on: page))
    }
    for (index, knob) in layout.knobs.enumerated() {
      add(knobs[index], of: .knob(index), isConditional: knob.isConditional, on: knob.page)
    }
    for (index, button) in layout.buttons.enumerated() {
      add(buttons[index], of: .button(index), isConditional: button.isConditional, on: button.page)
    }
    for (index, looks) in readOuts {
      let label = layout.labels[index]
      add(looks, of: .label(index), isConditional: label.isConditional, on: label.page)
    }
    for content in frontImages {
      add(
        content.item.looks.map(FrontImage.init), of: .image(content.item.image),
        isConditional: content.item.isConditional, on: content.page)
    }
    if let pageIndicator { items.append(PageContent(pageIndicator, on: nil)) }
    self.items = items
    self.switched = switched
    itemBounds = items.map { PageContent($0.item.bounds, on: $0.page) }
    overlaps = Overlaps.indices(of: itemBounds.map(\.item), pages: itemBounds.map(\.page))
    labels = layout.labels.filter { !$0.canChange }.flatMap { label in
      texts.label(label, viewport, scale: theme.textScale).map {
        PageContent(DrawnLabel(text: $0, color: label.color), on: label.page)
      }
    }
  }
}

extension LabelLayout {
  /// Whether the label can change, so that it is not part of the static layer.
  fileprivate var canChange: Bool { value != nil || isConditional }
}
