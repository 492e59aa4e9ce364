internal import Knobs
internal import Layout

/// The actual value that a knob shows beside the wanted one.
///
/// | report | number | mark on the scale |
/// |---|---|---|
/// | none yet, or the value is unknown | `–` | none |
/// | offline | `–`, drawn dim | none |
/// | 20.52, and the knob has steps of 0.5 | `20.5` | at 20.52 |
/// | a value out of the knob's range | that value | at the nearer end |
/// | a number of more than six digits | `–` | none |
struct ReadingState {
  /// In the knob's unit; nil while it is not known.
  private(set) var value: Double?
  private(set) var isOffline = false

  /// A larger number is an error of the source.
  private static let limit = 1e6

  /// Sets the value, a level as labels have it: a hundredth of the value.
  ///
  /// - Returns: Whether anything has changed.
  mutating func update(level: Double) -> Bool {
    let value = level * 100
    return update(to: abs(value) < Self.limit ? value : nil, isOffline: false)
  }

  /// Removes the value; returns whether anything has changed.
  mutating func markUnavailable(isOffline: Bool) -> Bool { update(to: nil, isOffline: isOffline) }

  private mutating func update(to new: Double?, isOffline: Bool) -> Bool {
    guard value != new || self.isOffline != isOffline else { return false }
    (value, self.isOffline) = (new, isOffline)
    return true
  }

  /// Returns how it looks on a scale.
  func viewState(on scale: Scale, _ format: ValueFormat) -> ReadingViewState {
    ReadingViewState(
      text: value.map(format.number) ?? LabelController.dash,
      position: value.map(scale.position(ofValue:)), isOffline: isOffline)
  }
}

extension KnobController {
  /// Handles a change of the actual value.
  func handleReading(_ body: (inout ReadingState) -> Bool) {
    let old = reading.value.map(format.number)
    guard body(&reading) else { return }
    leave(.changed(knob: index))
    // A sensor's noise below the digits that are shown is no event.
    guard let value = reading.value, format.number(value) != old else { return }
    leave(
      .event(
        KnobEvent(
          time: now, knob: index, source: context.source, kind: .reading, value: knob.value,
          angle: knob.angle, turned: 0, isMuted: control.isMuted == true, reading: value)))
  }
}
