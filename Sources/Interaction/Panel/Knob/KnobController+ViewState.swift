internal import Gesture
internal import Knobs
internal import Layout

extension KnobController {
  /// How the knob looks now.
  var viewState: KnobViewState {
    let isHeld = recognizer.isHeld
    let name = format.name(of: knob.value)
    var state = KnobViewState(
      position: pointer.drawn, text: name ?? format.text(for: knob.value), isHeld: isHeld,
      state: presence)
    state.isNamed = name != nil
    state.ghost = control.pendingLevel.map {
      knob.scale.position(ofValue: knob.scale.value(atLevel: $0))
    }
    state.gear = isHeld ? recognizer.gear : 1
    state.overTravel = pointer.strain
    state.stopGlow = glow.glow
    state.isLocked = isLocked
    state.holdProgress = guards.hold.progress(at: now)
    if guards.knownLimit != nil { state.limit = knob.scale.position(ofValue: guards.rise.limit) }
    state.origin = isHeld ? knob.scale.position(ofValue: touch.initial.value) : nil
    if layout.reading != nil { state.reading = reading.viewState(on: knob.scale, format) }
    // Without a known reading there is no difference to show.
    state.arcOrigin =
      layout.arcOrigin.position(on: knob.scale) ?? state.reading?.position ?? state.position
    if control.isMuted == true {
      state.mutedFrom = state.position
    } else if isMuted {
      state.mutedFrom = undo.currentMutePoint.map { knob.scale.position(ofValue: $0.value) }
    }
    state.nameShare = nameSwap.nameShare(isHeld: isHeld)
    return state
  }

  private var presence: KnobViewState.State {
    switch control.state {
    case .awaited: .unknown
    case .lost: .offline
    case .none, .connected: isEnabled ? .normal : .disabled
    }
  }
}
