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
  /// The indices of the front images in the layout.
  private let frontImages: [Int]
  /// In drawing order: knobs, buttons, labels that can change, front images and the page indicator.
  let items: [PageContent<any DrawnItem>]
  /// The items that switch between looks; nil for each of the others.
  let switched: [SwitchedItem?]
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
    self.frontImages = frontImages.map(\.item.image)
    var items: [PageContent<any DrawnItem>] = []
    var switched: [SwitchedItem?] = []
    func add(_ looks: [any DrawnItem], isConditional: Bool, on page: Int?) {
      let item = isConditional ? SwitchedItem(looks) : nil
      switched.append(item)
      items.append(PageContent(item ?? looks[0], on: page))
    }
    for (looks, knob) in zip(knobs, layout.knobs) {
      add(looks, isConditional: knob.isConditional, on: knob.page)
    }
    for (looks, button) in zip(buttons, layout.buttons) {
      add(looks, isConditional: button.isConditional, on: button.page)
    }
    for (index, looks) in readOuts {
      let label = layout.labels[index]
      add(looks, isConditional: label.isConditional, on: label.page)
    }
    for content in frontImages {
      add(
        content.item.looks.map(FrontImage.init), isConditional: content.item.isConditional,
        on: content.page)
    }
    if let pageIndicator { add([pageIndicator], isConditional: false, on: nil) }
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

extension PanelContents {
  /// Returns the index of an item of the layout in `items`; nil for one of the static layer.
  func index(of item: PanelItem) -> Int? {
    switch item {
    case .knob(let index): index
    case .button(let index): knobs.count + index
    case .label(let index):
      readOuts.firstIndex { $0.label == index }.map { knobs.count + buttons.count + $0 }
    case .image(let index):
      frontImages.firstIndex(of: index).map { knobs.count + buttons.count + readOuts.count + $0 }
    case .page: nil
    }
  }
}
