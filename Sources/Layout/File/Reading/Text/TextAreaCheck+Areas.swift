internal import Gesture
internal import Layout

/// The areas that are compared.
extension TextAreaCheck {
  /// The texts of one part of an item.
  struct Group {
    var areas: [TextArea]
    /// The bounding box of all areas.
    var box: TextArea
    /// Whether it is drawn over everything else.
    var isOverlay: Bool { box.owner == .pageDots || box.owner == .padlock }

    init(_ area: TextArea) {
      areas = [area]
      box = area
    }

    mutating func add(_ area: TextArea) {
      areas.append(area)
      (box.left, box.top) = (min(box.left, area.left), min(box.top, area.top))
      (box.right, box.bottom) = (max(box.right, area.right), max(box.bottom, area.bottom))
    }
  }

  /// Returns the shapes of buttons, with the gap that texts keep from them, and those of knobs if
  /// something of the panel's own can cover them.
  func shapes(among groups: [Group]) -> [Group] {
    var shapes: [Group] = []
    if groups.contains(where: \.isOverlay) {
      for (index, entry) in knobs.enumerated() {
        shapes.append(Self.disc(entry.knob, .knob(index)))
      }
    }
    for (index, entry) in buttons.enumerated() {
      let button = entry.button
      let (across, down) = (button.width / 2, button.height / 2)
      var area = TextArea(
        .button(index), .shape, left: button.center.x - across, top: button.center.y - down,
        right: button.center.x + across, bottom: button.center.y + down)
      area.page = button.page
      shapes.append(Group(area.grown(by: Self.smallestGap)))
    }
    return shapes
  }

  /// Whether the item with a text can be hidden.
  func canBeHidden(_ owner: TextArea.Owner) -> Bool {
    switch owner {
    case .knob(let index): knobs[index].knob.canBeHidden
    case .label(let index): labels[index].label.canBeHidden
    case .button(let index): buttons[index].button.canBeHidden
    case .tabs, .pageDots, .padlock, .clock: false
    }
  }

  /// Returns slices of a knob's disc.
  private static func disc(_ knob: KnobLayout, _ owner: TextArea.Owner) -> Group {
    let radius = knob.diameter / 2
    let slices = stride(from: -0.875, through: 0.875, by: 0.25).map { middle in
      let half = radius * (1 - middle * middle).squareRoot()
      let y = knob.center.y + radius * middle
      var area = TextArea(
        owner, .shape, left: knob.center.x - half, top: y - radius / 8,
        right: knob.center.x + half, bottom: y + radius / 8)
      area.page = knob.page
      return area
    }
    var group = Group(slices[0])
    for slice in slices.dropFirst() { group.add(slice) }
    return group
  }
}

extension TextArea {
  /// Returns the area with a margin in design pixels on all sides.
  func grown(by margin: Double) -> TextArea {
    var area = self
    (area.left, area.top) = (left - margin, top - margin)
    (area.right, area.bottom) = (right + margin, bottom + margin)
    return area
  }

  /// Returns how far two areas overlap, in design pixels; 0 if they do not.
  func overlap(_ other: TextArea) -> Double {
    let x = min(right, other.right) - max(left, other.left)
    let y = min(bottom, other.bottom) - max(top, other.top)
    return max(min(x, y), 0)
  }
}
