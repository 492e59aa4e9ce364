internal import Diagnostics
internal import Gesture
public import JSON
internal import Knobs
public import Layout
public import Panel
internal import Raster

/// The description of a panel for its page: the knobs, buttons and pages, and their positions.
///
/// Positions are fractions of the display's width and height, as in touches.
public enum PanelMessage {
  /// Returns the message of type `panel`.
  ///
  /// - Parameters:
  ///   - panel: The panel that is shown.
  ///   - title: The name of the layout.
  ///   - choice: The overrides of the layout's settings.
  ///   - isSimulated: Whether the controls are simulated.
  ///   - controlNames: The name of each knob's control; nil for a knob without one.
  ///   - fileName: Returns the page's name for the file at a path.
  ///   - isMovable: Returns whether a knob can be moved in the file.
  /// - Returns: The message.
  public static func json(
    of panel: PanelController, title: String, choice: ViewChoice, isSimulated: Bool,
    controlNames: [String?], fileName: (String) -> String, isMovable: (KnobLayout) -> Bool
  ) -> JSONValue {
    let layout = panel.layout
    let viewport = panel.viewport
    let knobs = zip(layout.knobs, controlNames).map {
      knob(
        $0, viewport, control: $1, isSimulated: isSimulated, file: fileName($0.file),
        isMovable: isMovable($0))
    }
    var pairs: [(key: String, value: JSONValue)] = [
      ("type", "panel"), ("title", .string(title)),
      ("width", .number(Double(viewport.displaySize.width))),
      ("height", .number(Double(viewport.displaySize.height))),
      ("rotation", .number(Double(viewport.rotation.rawValue))),
      ("shape", .string(layout.panel.shape.rawValue)),
      ("theme", .string(layout.panel.theme.rawValue)),
    ]
    pairs += overrides(choice)
    pairs += [
      ("area", area(viewport)), ("page", .number(Double(panel.shownPage))),
      ("pages", .array(layout.pages.map { ["id": .string($0.id), "name": .string($0.name)] })),
      ("knobs", .array(knobs)),
      ("buttons", .array(layout.buttons.map { button($0, viewport) })),
    ]
    return .object(pairs)
  }

  /// Returns the overrides of the layout's settings; null for settings without one.
  private static func overrides(_ choice: ViewChoice) -> [(key: String, value: JSONValue)] {
    let size = choice.size.map { [Double($0.width), Double($0.height)].map(JSONValue.number) }
    let shape = choice.isRound.map { $0 ? "round" : "rectangle" }
    return [
      ("themeOverride", choice.theme.map(JSONValue.string) ?? .null),
      ("sizeOverride", size.map(JSONValue.array) ?? .null),
      ("rotationOverride", choice.rotation.map { .number(Double($0.rawValue)) } ?? .null),
      ("shapeOverride", shape.map(JSONValue.string) ?? .null),
      ("diagonalInches", choice.diagonalInches.map(JSONValue.number) ?? .null),
    ]
  }

  /// Returns the area of the panel on the display.
  private static func area(_ viewport: Viewport) -> JSONValue {
    let area = viewport.panelOnDisplay
    let width = Double(viewport.displaySize.width)
    let height = Double(viewport.displaySize.height)
    return [
      "x": .number(Double(area.x) / width), "y": .number(Double(area.y) / height),
      "width": .number(Double(area.width) / width),
      "height": .number(Double(area.height) / height),
    ]
  }

  private static func knob(
    _ knob: KnobLayout, _ viewport: Viewport, control: String?, isSimulated: Bool, file: String,
    isMovable: Bool
  ) -> JSONValue {
    let center = viewport.displayFraction(designPoint: knob.center)
    let radius = knob.diameter / 2 * min(viewport.scaleX, viewport.scaleY)
    let range = knob.scale.range
    return [
      "id": .string(knob.id), "name": .string(knob.name ?? knob.id), "unit": .string(knob.unit),
      "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      "x": .number(center.x), "y": .number(center.y),
      "radius": .number(radius / Double(viewport.displaySize.width)), "page": page(knob.page),
      "enabled": .bool(knob.isEnabled), "control": control.map(JSONValue.string) ?? .null,
      "simulated": .bool(isSimulated && knob.control?.settings != nil), "file": .string(file),
      "line": .number(Double(knob.location.line)), "column": .number(Double(knob.location.column)),
      "movable": .bool(isMovable),
    ]
  }

  private static func button(_ button: ButtonLayout, _ viewport: Viewport) -> JSONValue {
    let center = viewport.displayFraction(designPoint: button.center)
    let size =
      viewport.rotation.swapsAxes
      ? (width: button.height * viewport.scaleY, height: button.width * viewport.scaleX)
      : (width: button.width * viewport.scaleX, height: button.height * viewport.scaleY)
    return [
      "id": .string(button.id), "name": .string(button.text.isEmpty ? button.id : button.text),
      "x": .number(center.x), "y": .number(center.y),
      "width": .number(size.width / Double(viewport.displaySize.width)),
      "height": .number(size.height / Double(viewport.displaySize.height)),
      "page": page(button.page),
    ]
  }

  private static func page(_ page: Int?) -> JSONValue { page.map { .number(Double($0)) } ?? .null }
}
