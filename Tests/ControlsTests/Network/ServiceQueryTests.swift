import Testing

@testable import Controls

@Suite struct ServiceQueryTests {
  @Test("Endless records from a hostile neighbour give a limited list") func many() {
    var records: [DNSMessage.Record] = []
    for index in 0..<50_000 {
      records += [
        .pointer(service: "_a._tcp.local", instance: "i"),
        .server(instance: "i", host: "h", port: UInt16(index % 60_000)),
        .address(host: "h", address: "10.0.0.\(index)"),
      ]
    }
    let found = ServiceQuery.services(of: ["_a._tcp.local"], in: records)
    #expect(found.count == ServiceQuery.serviceLimit)
    #expect(Set(found).count == found.count)
    #expect(found.first == .init(kind: "_a._tcp.local", address: "10.0.0.0", port: 0))
  }
}
