public import Gesture

internal import Layout

/// Routing of encoders, wheels and keys to the knobs that they turn.
extension PanelController {
  /// Stands for the encoder of a knob among the contacts; touch sources count their devices from 0.
  private static func device(ofKnob index: Int) -> ContactID {
    ContactID(device: .min, slot: Int32(truncatingIfNeeded: index))
  }

  /// Handles what somebody did with the encoder of a knob; nothing if the knob has none.
  ///
  /// The rows of what happens are at `KnobController+Encoder`.
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - index: Index of the knob in the layout.
  ///   - time: When it was done.
  public func handle(_ action: EncoderAction, ofKnob index: Int, at time: Timestamp) {
    if let wake = nextWake, wake <= time { tick(at: time) }
    now = time
    lastTouch = time
    guard cleaning == nil else { return }
    // If it is locked, the PIN is asked for.
    defer { openPad() }
    let knob = knobs[index]
    guard let encoder = knob.layout.encoder, action != .turned(counts: 0) else { return }
    guard !isPanelLocked else { return askForPIN() }
    if case .turned(let counts) = action {
      // After a reload the knob may have another index, but its encoder goes on.
      let owner = knob.recognizer.isPlaceless ? knob.recognizer.owner : nil
      let device = owner ?? Self.device(ofKnob: index)
      guard counts != 0, knob.turn(byCounts: counts, of: device, encoder), owner == nil else {
        return
      }
      owners.append((device, knob))
    } else {
      endTurnOfEncoder(knob)
      knob.press(action, of: Self.device(ofKnob: index))
    }
  }

  /// Ends the turn of an encoder, if one turns the knob, before a finger takes it.
  func endTurnOfEncoder(_ knob: KnobController) {
    guard knob.recognizer.isPlaceless, let device = knob.recognizer.owner else { return }
    _ = disown(device)
    knob.endTurn(of: device)
  }
}
