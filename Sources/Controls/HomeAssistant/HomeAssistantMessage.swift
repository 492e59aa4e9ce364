internal import Diagnostics
internal import JSON

/// A message of Home Assistant's WebSocket API.
enum HomeAssistantMessage: Sendable, Equatable {
  /// What is read of messages; the rest is skipped.
  struct Wanted: Sendable {
    var entities: Set<String> = []
    var attributes: Set<String> = []
    /// Entities that were not reported, to be looked up in the registry.
    var missing: [String] = []
  }

  case authRequired
  case authOK
  case authInvalid
  /// The answer to a request; `refusal` is the server's text, on one line.
  case result(id: Int, refusal: String?, Registry?)
  case changes(id: Int, EntityChanges)
  case pong(id: Int)
  /// A message of another type.
  case other

  /// What the registry of entities says about those that were not reported.
  struct Registry: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
      /// It is registered, but has no state now.
      case registered
      /// It is not registered; the most similar ID, if any.
      case unknown(nearest: String?)
    }

    var verdicts: [String: Verdict] = [:]
  }

  /// Reads a message; nil if it is not of this API.
  static func read(_ bytes: [UInt8], _ wanted: Wanted) -> HomeAssistantMessage? {
    guard let json = JSONValue(parsing: bytes, readsNonFiniteAsNull: true),
      let type = json["type"]?.string
    else { return nil }
    let id = json["id"]?.number.flatMap { Int(exactly: $0) }
    switch (type, id) {
    case ("auth_required", _): return .authRequired
    case ("auth_ok", _): return .authOK
    case ("auth_invalid", _): return .authInvalid
    case ("pong", let id?): return .pong(id: id)
    case ("event", let id?):
      guard let event = json["event"], case .object = event else { return nil }
      return .changes(id: id, EntityChanges(event, wanted))
    case ("result", let id?):
      guard let isSuccess = json["success"]?.bool else { return nil }
      return .result(
        id: id, refusal: isSuccess ? nil : refusal(json["error"]),
        json["result"]?["entities"]?.array.map { Registry($0, wanted.missing) })
    default: return .other
    }
  }

  /// Returns the text of an error of the server, on one line.
  static func refusal(_ error: JSONValue?) -> String {
    let texts = [error?["message"]?.string, error?["code"]?.string]
    let text = texts.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "no reason given"
    return Array(text.utf8).shownText()
  }
}

extension HomeAssistantMessage.Registry {
  /// Looks up entities in the answer to `config/entity_registry/list_for_display`.
  init(_ entries: [JSONValue], _ missing: [String]) {
    let ids = entries.compactMap { $0["ei"]?.string }.filter(EntityFeature.isID)
    let known = Set(ids)
    for entity in missing {
      verdicts[entity] =
        known.contains(entity)
        ? .registered : .unknown(nearest: Spelling.closest(to: entity, among: ids))
    }
  }
}

/// A request to Home Assistant.
enum HomeAssistantRequest {
  /// A request without parameters, which users without administrator rights may make too.
  enum Question: String {
    case states = "get_states"
    case configuration = "get_config"
    case areas = "config/area_registry/list"
    case devices = "config/device_registry/list"
    /// The registered entities, shorter than `config/entity_registry/list`.
    case entities = "config/entity_registry/list_for_display"
  }

  case auth(token: String)
  case subscribe(entities: [String])
  case unsubscribe(id: Int)
  case ask(Question)
  case call(ServiceCall)
  case ping

  /// Returns the message; all but the first need an ID, which must be above the last one.
  func text(id: Int) -> String {
    let fields: [(String, JSONValue)] =
      switch self {
      case .auth(let token): [("type", "auth"), ("access_token", .string(token))]
      case .subscribe(let entities):
        [
          ("type", "subscribe_entities"),
          ("entity_ids", .array(entities.map(JSONValue.string))),
        ]
      case .unsubscribe(let id):
        [("type", "unsubscribe_events"), ("subscription", .number(Double(id)))]
      case .ask(let question): [("type", .string(question.rawValue))]
      case .call(let call): call.fields
      case .ping: [("type", "ping")]
      }
    if case .auth = self { return JSONValue.object(fields).line }
    return JSONValue.object([("id", .number(Double(id)))] + fields).line
  }
}

/// A call of a service such as `light.turn_on`.
struct ServiceCall {
  var domain: String
  var service: String
  var data: [(key: String, value: JSONValue)] = []
  /// The target; nil for a service without one.
  var entity: String?

  /// Creates a call of a service written as `domain.service`.
  init(_ name: String, _ data: [(key: String, value: JSONValue)] = [], of entity: String?) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    (domain, service) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    (self.data, self.entity) = (data, entity)
  }

  /// The service's name, for messages.
  var name: String { "\(domain).\(service)" }

  fileprivate var fields: [(String, JSONValue)] {
    var fields: [(String, JSONValue)] = [
      ("type", "call_service"), ("domain", .string(domain)), ("service", .string(service)),
    ]
    if !data.isEmpty { fields.append(("service_data", .object(data))) }
    if let entity { fields.append(("target", ["entity_id": .string(entity)])) }
    return fields
  }
}
