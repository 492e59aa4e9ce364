import Gesture
import Knobs
public import Layout
import Locales
import Panel
public import Raster

/// The areas of a layout's texts, on a display that shows the design pixel for pixel.
///
/// The faces that draw the texts provide their areas.
public enum TextAreas {
  /// Returns the areas of all texts that a panel can show.
  ///
  /// - Parameters:
  ///   - layout: The layout of the panel.
  ///   - typesetter: The source of text masks.
  ///   - pictures: The images that the layout names; nil for none.
  /// - Returns: The areas of knobs, labels, buttons, tabs or dots, and a padlock, in this order.
  public static func all(
    of layout: LayoutDocument, typesetter: any Typesetter, pictures: (any PictureSource)? = nil
  ) -> [TextArea] {
    var panel = layout.panel
    panel.rotate = 0
    let viewport = Viewport(panel: panel, displaySize: panel.naturalSize)
    let theme = Theme(panel)
    let compromises = CompromiseList()
    let sizes = SmallestText(typesetter)
    let texts = FaceTexts(
      panel.legibleTextSize == nil ? typesetter : sizes, panel, compromises: compromises)
    let images = ImageCache(pictures)
    let neighbours = Neighbours(layout)
    var areas: [TextArea] = []
    func add(_ owner: TextArea.Owner, _ part: TextArea.Part, _ rect: PixelRect, _ page: Int?) {
      guard !rect.isEmpty else { return }
      func x(_ pixel: Int) -> Double { (Double(pixel) - viewport.offsetX) / viewport.scaleX }
      func y(_ pixel: Int) -> Double { (Double(pixel) - viewport.offsetY) / viewport.scaleY }
      var area = TextArea(
        owner, part, left: x(rect.x), top: y(rect.y), right: x(rect.maxX), bottom: y(rect.maxY))
      area.page = page
      area.missing = String(typesetter.takeMissingCharacters())
      if let legible = panel.legibleTextSize, let smallest = sizes.take(),
        // Sizes are chosen in steps.
        Double(smallest.size) < legible * 0.93
      {
        compromises.add(
          .tooSmall(smallest.text, size: Double(smallest.size), than: legible))
      }
      area.compromises = compromises.take()
      areas.append(area)
    }
    for (index, knob) in layout.knobs.enumerated() {
      let parts = knob.textLooks.flatMap { knob in
        makeDrawnKnob(knob, neighbours, viewport, theme, texts, images, RingRowsCache())
          .textBounds(knob.textSamples)
      }
      // The same part of all looks together: they are not visible at the same time.
      for kind in [TextArea.Part.scale, .name, .value] {
        for (part, rect) in parts where part == kind { add(.knob(index), part, rect, knob.page) }
      }
    }
    for (index, label) in layout.labels.enumerated() {
      for look in label.textLooks {
        for line in texts.label(look, viewport, scale: theme.textScale) {
          add(.label(index), .whole, line.bounds, label.page)
        }
      }
    }
    for (index, button) in layout.buttons.enumerated() {
      for look in button.textLooks {
        let face = ButtonFace(look, viewport, theme, texts, images)
        add(.button(index), .whole, face.geometry.line.bounds, button.page)
      }
    }
    let indicator = DrawnPageIndicator(layout, viewport, theme, texts)
    if let indicator {
      add(indicator.hasTabs ? .tabs : .pageDots, .whole, indicator.inkBounds, nil)
    }
    if panel.isLocked {
      let badge = LockBadge(
        viewport.pictureSize, panel, viewport, below: indicator?.bounds, theme)
      add(.padlock, .whole, badge.bounds, nil)
    }
    if let locale = panel.locale, case .clock? = panel.screen.idle?.content {
      for word in locale.dates.words {
        _ = typesetter.mask(for: word, style: texts.style(.regular, 20))
      }
      var area = TextArea(.clock, .whole, left: 0, top: 0, right: 0, bottom: 0)
      area.missing = String(typesetter.takeMissingCharacters())
      areas.append(area)
    }
    return areas
  }
}

extension ConditionalItem {
  /// The item with each of its texts.
  fileprivate var textLooks: [Self] {
    let looks = looks
    return looks.enumerated().filter { index, look in
      !looks[..<index].contains { $0.text == look.text }
    }.map { changed(by: $1) }
  }
}

extension KnobLayout {
  /// View states that include the widest text that the knob shows.
  fileprivate var textSamples: [KnobViewState] {
    let texts = ValueTexts(self)
    var views = texts.numbers.map { KnobViewState(position: 0, text: $0) }
    views += texts.names.map { name in
      var view = KnobViewState(position: 0, text: name)
      view.isNamed = true
      return view
    }
    if reading != nil, let widest = texts.numbers.max(by: { $0.count < $1.count }) {
      views[0].reading = ReadingViewState(text: widest, position: nil)
    }
    if control != nil { views.append(KnobViewState(position: 0, text: "", state: .offline)) }
    return views
  }
}
