public import Gesture

internal import Layout

/// Routing of encoders, wheels and keys to their knobs.
extension PanelController {
  /// Returns the contact ID for a knob's encoder; touch sources number their devices from 0.
  private static func device(ofKnob index: Int) -> ContactID {
    ContactID(device: .min, slot: Int32(truncatingIfNeeded: index))
  }

  /// Handles an action of a knob's encoder; does nothing if the knob has no encoder.
  ///
  /// The case table is at `KnobController+Encoder`.
  ///
  /// - Parameters:
  ///   - action: The action performed.
  ///   - index: Index of the knob in the layout.
  ///   - time: When it was performed.
  public func handle(_ action: EncoderAction, ofKnob index: Int, at time: Timestamp) {
    if let wake = nextWake, wake <= time { tick(at: time) }
    (now, source) = (time, .encoder)
    lastTouch = time
    guard cleaning == nil else { return }
    // Opens the PIN pad if the item is locked.
    defer {
      applyEffects()
      openPad()
      resumeAppearances()
    }
    let knob = knobs[index]
    guard let encoder = knob.layout.encoder, action != .turned(counts: 0) else { return }
    guard !encoder.followsPage || pages.isShown(knob.layout.page) else { return }
    guard !isPanelLocked else { return askForPIN() }
    if case .turned(let counts) = action {
      // After a reload the knob may have another index while its encoder is still turning.
      let owner = knob.recognizer.isPositionless ? knob.recognizer.owner : nil
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

  /// Ends an encoder's turn of the knob, if there is one, before a finger takes the knob.
  func endTurnOfEncoder(_ knob: KnobController) {
    guard knob.recognizer.isPositionless, let device = knob.recognizer.owner else { return }
    _ = disown(device)
    knob.endTurn(of: device)
  }
}
