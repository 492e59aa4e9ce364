import JSON
import MQTTBench
import Testing

@testable import Controls

/// Brokers in the output of `knobpanel devices`.
struct MQTTListingTests {
  @Test("Each broker is listed once, as a line to paste into a layout") func lines() {
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

  @Test("A local broker is found only while it listens")
  func local() throws {
    let broker = try MosquittoBroker()
    #expect(MQTTListing.listens(at: broker.port))
    broker.kill()
    #expect(!MQTTListing.listens(at: broker.port))
  }
}
