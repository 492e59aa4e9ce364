internal import Diagnostics

/// A speaker as its description tells: its names and where its RenderingControl is.
struct UPnPDevice: Equatable {
  /// The unique name without `uuid:`, in small letters.
  var id: String
  var name: String
  var serviceType: String
  var control: HTTPAddress
  var events: HTTPAddress?
  var details: HTTPAddress?

  /// Reads a description (UPnP Device Architecture 1.1, section 2.3).
  ///
  /// It is the first device in it that has a RenderingControl; nil if there is none.
  init?(_ document: [UInt8], at location: HTTPAddress) {
    guard let root = XMLElement.parse(document), root.name == "root" else { return nil }
    // Only where it is on the same machine.
    let base = root["URLBase"].flatMap { location.resolving($0.text) } ?? location
    for device in root.all("device") {
      let services = device["serviceList"]?.children ?? []
      let kind = ":service:RenderingControl:"
      guard let id = device["UDN"].flatMap({ SSDPMessage.id($0.text) }),
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

/// The volumes that a speaker can have, in its own unit.
struct UPnPVolumeRange: Equatable {
  var lowest = 0
  var highest = 100
  var step = 1

  /// 0…100, which most speakers have.
  init() {}

  /// Reads the `allowedValueRange` of `Volume` in a description of the service; nil if there is none,
  /// or it is no range.
  init?(_ document: [UInt8]) {
    guard let root = XMLElement.parse(document) else { return nil }
    let variable = root.all("stateVariable").first { $0["name"]?.text == "Volume" }
    guard let range = variable?["allowedValueRange"],
      let lowest = range["minimum"].flatMap({ Int($0.text) }),
      let highest = range["maximum"].flatMap({ Int($0.text) }),
      (-100_000...100_000).contains(lowest), (-100_000...100_000).contains(highest),
      lowest < highest
    else { return nil }
    (self.lowest, self.highest) = (lowest, highest)
    if let step = range["step"].flatMap({ Int($0.text) }), (1...highest - lowest).contains(step) {
      self.step = step
    }
  }

  /// The nearest volume to a level 0…1.
  func volume(at level: Double) -> Int {
    let width = Double(highest - lowest)
    let steps = (min(max(level, 0), 1) * width / Double(step)).rounded()
    return min(lowest + Int(steps) * step, highest)
  }

  func level(of volume: Int) -> Double {
    min(max(Double(volume - lowest) / Double(highest - lowest), 0), 1)
  }
}
