internal import Layout

/// `control:`: what a knob drives, as it is written; boxed, as `ControlLayout` is.
indirect enum ControlDraft: Sendable {
  case alsa(ALSADraft)
  case mqtt(MQTTControlDraft)
  case group(GroupDraft)
}

struct ALSADraft: Sendable {
  var card = Setting<String>.absent
  var element = Setting<String>.absent
}

struct MQTTControlDraft: Sendable {
  var connection = Setting<String>.absent
  var commandTopic = Setting<String>.absent
  var payload = Setting<String>.absent
  var range = Setting<Pair<Double>>.absent
  var decimals = Setting<Double>.absent
  var stateTopic = Setting<String>.absent
  var value = Setting<[String]>.absent
  var power = Setting<[String]>.absent
  var request = Setting<MQTTRequestDraft>.absent
  var availability = Setting<MQTTAvailabilityDraft>.absent
  var quality = Setting<Double>.absent
  var retain = Setting<Bool>.absent
}

/// `get:`.
struct MQTTRequestDraft: Sendable {
  var topic = Setting<String>.absent
  var payload = Setting<String>.absent
}

/// `availability:`.
struct MQTTAvailabilityDraft: Sendable {
  var topic = Setting<String>.absent
  var online = Setting<String>.absent
  var offline = Setting<String>.absent
}

/// One of `connections:`; brokers are the only kind so far.
struct ConnectionDraft: Sendable {
  var host = Setting<String>.absent
  var port = Setting<Double>.absent
  var username = Setting<String>.absent
  var password = Setting<SecretLayout>.absent
  var encryption = Setting<EncryptionDraft>.absent
  var clientID = Setting<String>.absent
  var keepalive = Setting<Double>.absent
}

/// `tls:`.
struct EncryptionDraft: Sendable {
  /// False for `tls: false`.
  var isWanted = true
  var authority = Setting<String>.absent
  var certificate = Setting<String>.absent
  var key = Setting<String>.absent
  var insecure = Setting<Bool>.absent
}
