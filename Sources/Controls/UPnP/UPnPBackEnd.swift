internal import JSON
package import LayoutFile
package import Linux

/// `control: {upnp: …}`: UPnP and DLNA speakers on the network.
///
/// All controls share one search.
package struct UPnPBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .upnp }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop, server: { (_: UPnPSettings) in SSDPMessage.group },
      connect: { UPnPNetwork(loop: $1) }, control: UPnPControl.init)
  }

  package func listDevices() -> DeviceListing? {
    UPnPListing.read(milliseconds: UPnPListing.searchMilliseconds)
  }
}

/// Lists the speakers that answer on the network.
enum UPnPListing {
  static let searchMilliseconds: Int64 = 1500

  /// A member that searches for no particular speaker.
  private final class Searcher: UPnPNetwork.Member {
    var isSearching: Bool { true }
    var neededID: String? { nil }
    var needsRooms: Bool { true }
    func didChangeRooms() {}
    func didFind(_ device: UPnPDevice) {}
    func didLeave(_ device: UPnPDevice) {}
  }

  /// Returns the devices that answer within the given time; nil if there are none.
  static func read(milliseconds: Int64) -> DeviceListing? {
    guard let loop = try? EventLoop() else { return nil }
    let network = UPnPNetwork(loop: loop)
    let searcher = Searcher()
    network.join(searcher)
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end {
      do { try loop.runOnce(timeoutMilliseconds: 20) } catch { break }
    }
    defer { network.leave(searcher) }
    var listing = DeviceListing(title: "Speakers (UPnP)", key: "upnp")
    for (device, location) in network.devices {
      let value = "{upnp: {speaker: \(JSONText.quoted(device.name))}}"
      let url = "http://\(location.authority)\(location.path)"
      listing.lines.append("control: \(value)")
      listing.lines.append("  uuid:\(device.id) at \(url)")
      listing.suggestions.append(ControlSuggestion(name: device.name, value: value))
      listing.objects.append([
        "name": .string(device.name), "udn": .string("uuid:\(device.id)"),
        "location": .string(url),
      ])
    }
    for room in network.rooms.names {
      let value = "{upnp: {room: \(JSONText.quoted(room))}}"
      listing.lines.append("control: \(value)")
      listing.suggestions.append(ControlSuggestion(name: room, value: value))
      listing.objects.append(["room": .string(room)])
    }
    return listing.lines.isEmpty ? nil : listing
  }
}
