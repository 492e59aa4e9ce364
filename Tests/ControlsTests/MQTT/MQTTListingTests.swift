import JSON
import MQTTBench
import Testing

@testable import Controls

/// What `knobpanel devices` says of brokers.
struct MQTTListingTests {
  @Test("Each broker has a line to paste, once") func lines() {
    let listing = MQTTListing.listing(
      of: [
        .init(kind: "_secure-mqtt._tcp.local", address: "10.0.0.3", port: 8883),
        .init(kind: "_mqtt._tcp.local", address: "10.0.0.2", port: 1884),
        .init(kind: "_mqtt._tcp.local", address: "10.0.0.2", port: 1884),
      ], isLocal: true)
    #expect(
      listing.lines == [
        "connections: {home: {mqtt: {host: 127.0.0.1}}}  (this machine)",
        "connections: {home: {mqtt: {host: 10.0.0.2, port: 1884}}}  (announces itself)",
        "connections: {home: {mqtt: {host: 10.0.0.3, tls: true}}}  (announces itself)",
      ])
    #expect(listing.objects.count == 3)
    #expect(MQTTListing.listing(of: [], isLocal: false).lines.isEmpty)
  }

  @Test("A broker of this machine is found where it listens, and none where nobody does")
  func local() throws {
    let broker = try MosquittoBroker()
    #expect(MQTTListing.listens(at: broker.port))
    broker.kill()
    #expect(!MQTTListing.listens(at: broker.port))
  }
}
