package import Diagnostics
internal import Knobs
package import Layout

/// A layout item with a back-end control.
package struct ControlledItem {
  /// Identifies the item across layouts.
  enum Identity: Hashable {
    case knob(String)
    /// The id of the knob.
    case reading(String)
    /// The button's id, and the index of the target among those of the button.
    case button(String, Int)
    /// The label's index among those that show this value.
    case label(ControlLayout, Int)
    case language
    case presence
    case light
    case messages
    case condition(ControlLayout)
  }

  /// The item's kind and index in the layout.
  package let item: ControlItem
  /// The control.
  package let control: ControlLayout
  /// The level, 0…1, until the target reports one.
  package let level: Double
  /// Its location in the file, for messages.
  package let location: SourceLocation
  /// Its name in messages, such as "knob 'volume'".
  package let title: String
  /// Its name in the log, such as "volume".
  package let id: String
  let identity: Identity
}

extension LayoutDocument {
  /// All items with a back-end control.
  package var controlledItems: [ControlledItem] {
    var items: [ControlledItem] = []
    for (index, knob) in knobs.enumerated() {
      if let control = knob.control, control.settings != nil {
        items.append(
          ControlledItem(
            item: .knob(index), control: control, level: knob.scale.level(ofValue: knob.value),
            location: knob.location, title: "knob '\(knob.id)'", id: knob.id,
            identity: .knob(knob.id)))
      }
      if let reading = knob.reading {
        let id = id(of: .reading(index))
        items.append(
          ControlledItem(
            item: .reading(index), control: reading, level: knob.value / 100,
            location: knob.location, title: id, id: id, identity: .reading(knob.id)))
      }
    }
    for (index, button) in buttons.enumerated() {
      for (send, control) in button.controls.enumerated() {
        items.append(
          ControlledItem(
            item: .button(index, send: send), control: control, level: 0,
            location: button.location, title: "button '\(button.id)'", id: button.id,
            identity: .button(button.id, send)))
      }
    }
    var counts: [ControlLayout: Int] = [:]
    for (index, label) in labels.enumerated() {
      guard let control = label.value else { continue }
      items.append(
        ControlledItem(
          item: .label(index), control: control, level: 0, location: label.location,
          title: "label \"\(label.text)\"", id: "label \"\(label.text)\"",
          identity: .label(control, counts[control, default: 0])))
      counts[control, default: 0] += 1
    }
    let others: [(ControlLayout?, ControlItem, ControlledItem.Identity)] = [
      (languageControl, .language, .language), (presence?.control, .presence, .presence),
      (light?.sensor, .light, .light), (messageControl, .messages, .messages),
    ]
    for (control, item, identity) in others {
      guard let control else { continue }
      items.append(
        ControlledItem(
          item: item, control: control, level: 0, location: SourceLocation(line: 1, column: 1),
          title: "`\(id(of: item))`", id: id(of: item), identity: identity))
    }
    for (index, control) in conditionControls.enumerated() {
      let id = id(of: .condition(index))
      items.append(
        ControlledItem(
          item: .condition(index), control: control, level: 0,
          location: SourceLocation(line: 1, column: 1), title: id, id: id,
          identity: .condition(control)))
    }
    return items
  }

  /// Returns an item's name in the log; empty if the layout has no such item.
  package func id(of item: ControlItem) -> String {
    switch item {
    case .knob(let index): knobs.indices.contains(index) ? knobs[index].id : ""
    case .reading(let index):
      knobs.indices.contains(index) ? "reading of '\(knobs[index].id)'" : ""
    case .button(let index, _): buttons.indices.contains(index) ? buttons[index].id : ""
    case .label(let index):
      labels.indices.contains(index) ? "label \"\(labels[index].text)\"" : ""
    case .language: "language"
    case .presence: "presence"
    case .light: "light"
    case .messages: "messages"
    case .condition(let index): "condition of '\(user(ofConditionControl: index) ?? "")'"
    }
  }
}
