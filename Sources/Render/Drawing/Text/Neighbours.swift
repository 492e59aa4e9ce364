import Gesture
import Layout

/// The other items of a panel, which determine where a knob's texts are.
struct Neighbours {
  private let panel: PanelLayout
  /// The rows between the tabs.
  private let rows: ClosedRange<Double>
  private let wheels: [KnobLayout]
  /// The areas of all items, with the ids of knobs.
  private let items: [(knob: String?, page: Int?, canBeHidden: Bool, box: Box)]

  init(_ layout: LayoutDocument) {
    panel = layout.panel
    let tabs = TabBar(layout)
    let isOnTop = tabs?.top == 0
    let top = isOnTop ? tabs?.height ?? 0 : 0
    rows = top...max(isOnTop ? panel.height : tabs?.top ?? panel.height, top)
    wheels = layout.knobs.filter { $0.skin == nil && !$0.travel.hasGapBelow }
    items =
      layout.knobs.map { ($0.id, $0.page, $0.canBeHidden, Box(of: $0, isWheel: $0.sectors != nil)) }
      + layout.buttons.map {
        (nil, $0.page, $0.canBeHidden, Box(around: $0.center, $0.width / 2, $0.height / 2))
      }
      + layout.labels.map { (nil, $0.page, $0.canBeHidden, Box(of: $0)) }
  }

  /// Returns whether a knob of the same size without a gap is in the same row.
  ///
  /// A wheel has no gap at 6 o'clock, so its texts are lower than on a knob with a gap. Knobs side by
  /// side still have their texts on one line.
  func isLowered(_ knob: KnobLayout) -> Bool {
    wheels.contains {
      abs($0.center.y - knob.center.y) < 1 && abs($0.diameter - knob.diameter) < 1
        && Self.areVisibleTogether($0.page, knob.page)
    }
  }

  /// Returns whether there is room for texts around a knob: on the panel, and clear of all other
  /// items.
  ///
  /// - Parameters:
  ///   - knob: The knob with the texts.
  ///   - texts: The areas of the texts, in design pixels.
  /// - Returns: Whether nothing else is there.
  func haveRoom(around knob: KnobLayout, for texts: [Box]) -> Bool {
    let texts = texts.map { $0.grown(by: Self.gap) }
    let isOnPanel = texts.allSatisfy { text in
      text.left >= 0 && text.right <= panel.width && rows.contains(text.top)
        && rows.contains(text.bottom) && (panel.shape != .round || text.isWithinCircle(of: panel))
    }
    guard isOnPanel else { return false }
    return !items.contains { item in
      item.knob != knob.id && Self.areVisibleTogether(item.page, knob.page)
        && !(item.canBeHidden && knob.canBeHidden)
        && texts.contains { $0.overlaps(item.box) }
    }
  }

  /// The smallest distance between the names of a wheel and other items, in design pixels.
  private static let gap = 6.0

  private static func areVisibleTogether(_ page: Int?, _ other: Int?) -> Bool {
    page == nil || other == nil || page == other
  }

  /// An area in design pixels.
  struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
  }
}

extension Neighbours.Box {
  init(around center: DesignPoint, _ across: Double, _ down: Double) {
    self.init(
      left: center.x - across, top: center.y - down, right: center.x + across,
      bottom: center.y + down)
  }

  /// Creates the area of a knob, with the names that another wheel may have around it.
  fileprivate init(of knob: KnobLayout, isWheel: Bool) {
    let radius = knob.diameter / 2
    let below = knob.nameBelow?.baseline ?? 0
    let reach = radius * (isWheel ? 1.3 : 1.08)
    self.init(around: knob.center, reach, reach)
    bottom = max(bottom, knob.center.y + below + radius * 0.1)
  }

  /// Creates an area that contains a label, whose width depends on its font.
  fileprivate init(of label: LabelLayout) {
    let width = label.width ?? Double(label.text.count) * label.size * 0.65
    let left =
      switch label.align {
      case .left: label.at.x
      case .center: label.at.x - width / 2
      case .right: label.at.x - width
      }
    self.init(
      left: left, top: label.at.y - label.size, right: left + width,
      bottom: label.at.y + label.size * 0.3)
  }

  func grown(by margin: Double) -> Self {
    Self(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }

  func overlaps(_ other: Self) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  fileprivate func isWithinCircle(of panel: PanelLayout) -> Bool {
    let (x, y, radius) = (panel.width / 2, panel.height / 2, min(panel.width, panel.height) / 2)
    return [(left, top), (left, bottom), (right, top), (right, bottom)].allSatisfy {
      ($0.0 - x) * ($0.0 - x) + ($0.1 - y) * ($0.1 - y) <= radius * radius
    }
  }
}
