internal import Gesture
internal import Knobs

/// `ring:`: where fingers land.
struct RingDraft: Sendable {
  var inner = Setting<Length>.absent
  var outer = Setting<Length>.absent
}

/// `guards:`: what keeps a knob from being turned by accident.
struct GuardsDraft: Sendable {
  var lock = Setting<Bool>.absent
  var unlocked = Setting<Double>.absent
  var risePerSecond = Setting<Double>.absent
  var rise = Setting<Double>.absent
  var ceiling = Setting<Double>.absent
  var slideAway = Setting<Length>.absent
  var secondFinger = Setting<Bool>.absent
  var palm = Setting<Length>.absent
  var filter = Setting<Bool>.absent
  var liftOff = Setting<Double>.absent
  var bridge = Setting<Double>.absent
  var stuck = Setting<Double>.absent
}

/// `taps:`: what taps do.
struct TapsDraft: Sendable {
  var tap = Setting<Taps.Action>.absent
  var isRepeated = Setting<Bool>.absent
  var doubleTapResets = Setting<Bool>.absent
}

/// `report:`: when a knob tells what a finger does.
struct ReportDraft: Sendable {
  var occasion = Setting<Report.Occasion>.absent
  var perSecond = Setting<Double>.absent
}

/// One of `magnets:`.
struct MagnetDraft: Sendable {
  var value = Setting<Double>.absent
  var width = Setting<Double>.absent
}

/// One of `names:`.
struct NamedValueDraft: Sendable {
  var value = Setting<Double>.absent
  var name = Setting<String>.absent
}
