internal import Diagnostics
internal import Gesture
internal import Layout

/// The knobs a button acts on.
enum KnobChoice: Sendable {
  case all(SourceSpan)
  case named([Located<String>])
}

/// A button while its keys are read, and their locations.
struct ButtonEntry: Sendable, CellHolder {
  /// What it does, by the names of knobs and pages, which are resolved after all of them are read.
  enum Action: Sendable {
    case mute(KnobChoice)
    case reset(KnobChoice)
    case preset([Named<Node>])
    case change([Named<Double>])
    case page(Located<String>)
    case send(ControlLayout)
    case panel(ButtonLayout.PanelAction)
  }

  var button = ButtonLayout(
    id: "", center: DesignPoint(x: 0, y: 0), width: 0, height: 0, action: .mute([]))
  var cell = CellKeys()
  var action: Action?
  var kind: ButtonLayout.Kind?
  private(set) var locations = KeyLocations()
  /// Location of the name.
  private(set) var nameSpan = SourceSpan.none

  /// Locations for warnings about position and size.
  var centerSpan: SourceSpan { locations["center"]?.span ?? locations["cell"]?.span ?? nameSpan }
  var sizeSpan: SourceSpan { locations["size"]?.span ?? locations["cell"]?.span ?? nameSpan }

  /// Resolves position and size.
  mutating func prepare(_ locations: KeyLocations, _ subject: Subject, _ context: ReadingContext) {
    nameSpan = subject.span
    context.buttonKind = kind ?? .push
    guard let area = cell.area(locations, item: subject.name, context) else { return }
    if locations["size"] == nil {
      (button.width, button.height) = (area.box.width, area.box.height)
    }
    if locations["center"] == nil {
      button.center = area.box.part(width: button.width, height: button.height, cell.align).center
    }
  }

  mutating func finish(_ locations: KeyLocations) {
    self.locations = locations
  }

  /// Location of the `choice`.
  var choiceSpan: SourceSpan { locations["choice"]?.span ?? nameSpan }

  /// Reports a `choice` on a push button with a `change`, which has no state to choose.
  private func canBeChosen(_ context: ReadingContext) -> Bool {
    guard button.choice != nil, case .change = button.action, button.kind == .push else {
      return true
    }
    context.error(
      "a `change` that each press repeats cannot be part of a choice", at: choiceSpan,
      hint: "add `kind: toggle`: then the next press, or another button, undoes it")
    return false
  }

  /// Resolves the action; returns false after reporting the reason.
  mutating func resolve(
    among knobs: KnownKnobs, _ pages: KnownPages, _ context: ReadingContext
  ) -> Bool {
    let resolved: ButtonLayout.Action? =
      switch action {
      case .mute(let choice)?: knobs.muted(choice, context).map { .mute($0) }
      case .reset(let choice)?: knobs.reset(choice, context).map { .reset($0) }
      case .preset(let values)?: knobs.targets(values, context).map { .preset($0) }
      case .change(let values)?: knobs.changes(values, context).map { .change($0) }
      case .page(let name)?: pages.target(name, context).map { .page($0) }
      case .send(let control)?: .send(control)
      case .panel(let action)?: .panel(action)
      case nil: nil
      }
    guard let resolved else { return false }
    button.action = resolved
    button.kind = kind ?? resolved.usualKind
    return canBeChosen(context)
  }
}
