internal import Diagnostics

/// A speaker's names and the URLs of its RenderingControl, from its description.
struct UPnPDevice: Equatable {
  /// The unique name without `uuid:`, in lower case.
  var id: String
  var name: String
  var serviceType: String
  var control: HTTPAddress
  var events: HTTPAddress?
  var details: HTTPAddress?

  /// Parses a description (UPnP Device Architecture 1.1, section 2.3).
  ///
  /// Uses the first device in it that has a RenderingControl; nil if there is none.
  ///
  /// - Parameters:
  ///   - document: The description.
  ///   - location: The description's URL.
  ///   - announcedID: The ID to use if the description has none.
  init?(_ document: [UInt8], at location: HTTPAddress, id announcedID: String? = nil) {
    guard let root = XMLElement.parse(document), root.name == "root" else { return nil }
    // Only if it is on the same host.
    let base = root["URLBase"].flatMap { location.resolving($0.text) } ?? location
    for device in root.all("device") {
      let services = device["serviceList"]?.children ?? []
      let kind = ":service:RenderingControl:"
      guard
        let id = device["UDN"].flatMap({ SSDPMessage.id($0.text) }) ?? announcedID
          ?? SSDPMessage.id(location.host),
        let service = services.first(where: { $0["serviceType"]?.text.hasSubstring(kind) == true }),
        let control = service["controlURL"].flatMap({ base.resolving($0.text) })
      else { continue }
      self.id = id
      name = device["friendlyName"]?.text ?? ""
      serviceType = service["serviceType"]?.text ?? ""
      self.control = control
      events = service["eventSubURL"].flatMap { base.resolving($0.text) }
      details = service["SCPDURL"].flatMap { base.resolving($0.text) }
      return
    }
    return nil
  }
}

/// The volume range of a speaker, in the speaker's unit.
///
/// The protocol's type is `ui2`; this type also allows ranges that begin below zero.
struct UPnPVolumeRange: Equatable {
  /// The maximum magnitude of a range's ends.
  static let limit: Int32 = 100_000

  var lowest: Int32 = 0
  var highest: Int32 = 100
  var step: Int32 = 1

  /// Creates the range 0…100, which most speakers have.
  init() {}

  /// Parses the `allowedValueRange` of `Volume` in a service description; nil if it is missing or
  /// invalid.
  init?(_ document: [UInt8]) {
    guard let root = XMLElement.parse(document) else { return nil }
    let variable = root.all("stateVariable").first { $0["name"]?.text == "Volume" }
    guard let range = variable?["allowedValueRange"],
      let lowest = range["minimum"].flatMap({ Int32($0.text) }),
      let highest = range["maximum"].flatMap({ Int32($0.text) }),
      (-Self.limit...Self.limit).contains(lowest), (-Self.limit...Self.limit).contains(highest),
      lowest < highest
    else { return nil }
    (self.lowest, self.highest) = (lowest, highest)
    if let step = range["step"].flatMap({ Int32($0.text) }), (1...highest - lowest).contains(step) {
      self.step = step
    }
  }

  /// Whether a volume is in the range.
  func contains(_ volume: Int32) -> Bool { volume >= lowest && volume <= highest }

  /// Returns the volume to set for a level 0…1, rounded by `CoarseTarget`.
  func volume(at level: Double) -> Int32 {
    let (level, width, step) = (
      CoarseTarget.limited(level), Double(highest - lowest), Double(step)
    )
    let steps = CoarseTarget.number(near: level * width / step, for: level) {
      min($0 * step / width, 1)
    }
    return min(lowest + Int32(steps) * self.step, highest)
  }

  /// Returns the level 0…1 of a volume; nil if it is out of range.
  func level(of volume: Int32) -> Double? {
    contains(volume) ? Double(volume - lowest) / Double(highest - lowest) : nil
  }
}
