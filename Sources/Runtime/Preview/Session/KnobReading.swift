internal import JSON
internal import Layout
public import Panel

/// The values of a knob that a page shows beside its picture.
public struct KnobReading: Hashable, Sendable {
  /// In the knob's unit.
  public var value: Double
  /// The value as text, without the unit.
  public var text: String
  /// The position of the pointer along the sweep, 0…1.
  public var position: Double
  /// Whether the knob can be used.
  public var state: KnobViewState.State
  /// True while a finger holds it.
  public var isHeld: Bool
  /// Whether a condition hides it.
  public var isHidden: Bool
  /// The actual value as text, without the unit; nil if it has none.
  public var actual: String?

  /// Reads the current values of a panel's knob.
  public init(ofKnob index: Int, of panel: PanelController) {
    let view = panel.viewState(ofKnob: index)
    value = panel.value(ofKnob: index)
    (text, position, state, isHeld) = (view.text, view.position, view.state, view.isHeld)
    isHidden = panel.look(of: .knob(index)) == nil
    actual = view.reading?.text
  }

  /// The reading as a part of the message of type `values`.
  func json(index: Int) -> JSONValue {
    [
      .number(Double(index)), .number(value), .string(text), .number(position),
      .string(isHidden ? "hidden" : "\(state)"), .number(isHeld ? 1 : 0),
      actual.map { .string($0) } ?? .null,
    ]
  }
}

/// The values of all knobs and buttons that a page shows.
public struct PanelReading: Hashable, Sendable {
  /// Index of the shown page.
  public var page: Int
  /// Indexed by knob.
  public var knobs: [KnobReading]
  /// Whether each button is on, and enabled.
  public var buttons: [ButtonReading]

  /// The state of a button that a page shows.
  public struct ButtonReading: Hashable, Sendable {
    /// Whether the state that it sets is reached.
    public var isOn: Bool
    /// False if pressing it does nothing.
    public var isEnabled: Bool
    /// Whether a condition hides it.
    public var isHidden: Bool
  }

  /// Reads the current values of a panel.
  public init(of panel: PanelController) {
    page = panel.shownPage
    knobs = panel.layout.knobs.indices.map { KnobReading(ofKnob: $0, of: panel) }
    buttons = panel.layout.buttons.indices.map {
      let state = panel.viewState(ofButton: $0)
      return ButtonReading(
        isOn: state.isOn, isEnabled: state.isEnabled,
        isHidden: panel.look(of: .button($0)) == nil)
    }
  }

  /// Returns the message of type `values` for a page that shows the reading `old` of the same
  /// panel, nil for none; returns nil if nothing has changed.
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
            .number($0.element.isEnabled ? 1 : 0), .number($0.element.isHidden ? 1 : 0),
          ]
        }),
    ]
  }
}
