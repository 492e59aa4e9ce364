extension TurnRecognizer {
  /// True while the owner may turn the knob.
  ///
  /// Asked in every frame, and inlined, as a call would copy all of the recognizer.
  @inlinable public var isHeld: Bool { state == .held }

  /// True while no contact owns the knob.
  @inlinable public var isFree: Bool { state == .free }

  /// True if the next contact that begins is as the first.
  @inlinable public var isAtRest: Bool { state == .free && lastTap == nil && lost == nil }
}
