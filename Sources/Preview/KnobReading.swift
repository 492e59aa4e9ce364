internal import JSON
internal import Layout
public import Panel

/// What a page shows of a knob beside its picture.
public struct KnobReading: Hashable, Sendable {
  /// In the knob's unit.
  public var value: Double
  /// The value as text, without the unit.
  public var text: String
  /// Where the pointer stands along the sweep, 0…1.
  public var position: Double
  /// Whether the knob can be used.
  public var state: KnobViewState.State
  /// True while a finger holds it.
  public var isHeld: Bool

  /// What a knob of a panel shows now.
  public init(ofKnob index: Int, of panel: PanelController) {
    let view = panel.viewState(ofKnob: index)
    value = panel.value(ofKnob: index)
    (text, position, state, isHeld) = (view.text, view.position, view.state, view.isHeld)
  }

  /// As a part of the message of type `values`.
  func json(index: Int) -> JSONValue {
    [
      .number(Double(index)), .number(value), .string(text), .number(position),
      .string("\(state)"), .number(isHeld ? 1 : 0),
    ]
  }
}

/// What a page shows of all knobs and buttons.
public struct PanelReading: Hashable, Sendable {
  /// Index of the page that is shown.
  public var page: Int
  /// By the index of the knob.
  public var knobs: [KnobReading]
  /// Whether each button is on, and enabled.
  public var buttons: [ButtonReading]

  /// What a page shows of a button.
  public struct ButtonReading: Hashable, Sendable {
    /// True if the state that it sets is reached.
    public var isOn: Bool
    /// False if pressing it does nothing.
    public var isEnabled: Bool
  }

  /// What a panel shows now.
  public init(of panel: PanelController) {
    page = panel.shownPage
    knobs = panel.layout.knobs.indices.map { KnobReading(ofKnob: $0, of: panel) }
    buttons = panel.layout.buttons.indices.map {
      let state = panel.viewState(ofButton: $0)
      return ButtonReading(isOn: state.isOn, isEnabled: state.isEnabled)
    }
  }

  /// The message of type `values` for a page that shows another reading of the same panel, nil for one
  /// that shows none; nil if nothing has changed.
  func json(since old: PanelReading?) -> JSONValue? {
    guard self != old else { return nil }
    let knobs = self.knobs.enumerated().filter { $0.element != old?.knobs[$0.offset] }
    let buttons = self.buttons.enumerated().filter { $0.element != old?.buttons[$0.offset] }
    return [
      "type": "values", "page": .number(Double(page)),
      "knobs": .array(knobs.map { $0.element.json(index: $0.offset) }),
      "buttons": .array(
        buttons.map {
          [
            .number(Double($0.offset)), .number($0.element.isOn ? 1 : 0),
            .number($0.element.isEnabled ? 1 : 0),
          ]
        }),
    ]
  }
}
