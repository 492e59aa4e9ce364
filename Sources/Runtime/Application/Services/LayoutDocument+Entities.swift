internal import Controls
internal import Knobs
internal import Layout

/// The entities of a panel that clients of a connection see.
extension LayoutDocument {
  /// The items that clients can use or read, in layout order; then the page, screen and panel.
  var entities: [(entity: PanelEntity, item: ControlItem?)] {
    var entities: [(entity: PanelEntity, item: ControlItem?)] = []
    for (index, knob) in knobs.enumerated() {
      entities.append((knob.entity, .knob(index)))
      if let reading = knob.readingEntity { entities.append((reading, .reading(index))) }
    }
    for (index, button) in buttons.enumerated() where button.canBeEnabled {
      entities.append((button.entity, .button(index)))
    }
    if pages.count > 1 {
      let names = Self.different(pages.map { $0.name.isEmpty ? $0.id : $0.name })
      entities.append((PanelEntity(.page, name: "Page", .choice(names)), nil))
    }
    entities.append((PanelEntity(.screen, name: "Screen", .toggle), nil))
    entities.append(
      (PanelEntity(.brightness, name: "Brightness", .number(0...100, step: 1), unit: "%"), nil))
    entities.append((PanelEntity(.lastTouch, name: "Last touch", .moment), nil))
    entities.append((PanelEntity(.layout, name: "Layout", .word), nil))
    entities.append((PanelEntity(.reload, name: "Reload layout", .push), nil))
    entities.append((PanelEntity(.screenshot, name: "Screenshot", .picture), nil))
    entities.append((PanelEntity(.takeScreenshot, name: "Take screenshot", .push), nil))
    return entities
  }

  /// Returns the words made unique by appended numbers; an empty word becomes its number.
  static func different(_ words: [String]) -> [String] {
    var taken: Set<String> = []
    return words.enumerated().map { index, word in
      var name = word.isEmpty ? "\(index + 1)" : word
      while !taken.insert(name).inserted { name += " (\(index + 1))" }
      return name
    }
  }
}

extension KnobLayout {
  fileprivate var entity: PanelEntity {
    let canBeSet = !isReadOnly && canBeEnabled
    let kind: PanelEntity.Kind
    if let sectors {
      kind = canBeSet ? .choice(LayoutDocument.different(sectors)) : .word
    } else if canBeSet, scale.range.lowerBound < scale.range.upperBound {
      kind = .number(scale.range, knobStep: scale.step)
    } else {
      kind = .reading
    }
    return PanelEntity(
      .knob(id), name: shownName, kind, unit: sectors == nil ? unit : "",
      canBeUnavailable: control?.settings != nil)
  }

  fileprivate var readingEntity: PanelEntity? {
    reading.map { _ in
      PanelEntity(
        .reading(id), name: "\(shownName) (actual)", .reading, unit: unit, canBeUnavailable: true)
    }
  }

  private var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? id }
}

extension ButtonLayout {
  fileprivate var entity: PanelEntity {
    // Text may have several lines.
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    return PanelEntity(
      .button(id), name: words.isEmpty ? id : words, kind == .toggle ? .toggle : .push,
      canBeUnavailable: hasOnlyTarget)
  }

  /// Whether a target outside the panel is all that it sets.
  var hasOnlyTarget: Bool { steps.count == 1 && !controls.isEmpty }
}
