extension TurnRecognizer {
  /// Whether the owner may turn the knob.
  ///
  /// Read in every frame and inlined, because a call would copy the entire recognizer.
  @inlinable public var isHeld: Bool { state == .held }

  /// Whether no contact owns the knob.
  @inlinable public var isFree: Bool { state == .free }

  /// Whether the next contact will not depend on earlier ones.
  @inlinable public var isAtRest: Bool { state == .free && lastTap == nil && lost == nil }
}
