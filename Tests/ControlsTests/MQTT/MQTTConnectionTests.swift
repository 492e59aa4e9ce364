import Foundation
import Layout
import Linux
import MQTTBench
import Randomness
import Testing

@testable import Controls

/// Connecting and logging in, and the errors when that fails.
@Suite struct MQTTConnectionTests {
  /// Returns the first event of a control at the broker.
  func firstEvent(
    _ broker: MQTTBroker, whileWaiting: (MQTTRig) throws -> Void = { _ in }
  ) throws -> ControlEvent? {
    let rig = try MQTTRig(broker)
    rig.start(.plain)
    try rig.run {
      try whileWaiting(rig)
      return !rig.reported.isEmpty
    }
    return rig.reported.first
  }

  func reason(_ event: ControlEvent?) -> String {
    guard case .offline(let reason)? = event else { return "\(String(describing: event))" }
    return String(reason.drop { $0 != ")" }.dropFirst(3))
  }

  // MARK: User and password

  @Test func correctPasswordIsAccepted() throws {
    let broker = try MosquittoBroker(.password)
    try broker.write("secret\nnot this\n", to: "password")
    try broker.publish("20", on: "amp")
    let event = try firstEvent(
      MQTTBroker(
        name: "home", host: "127.0.0.1", port: broker.port, username: "panel",
        password: .file(broker.path("password"))))
    #expect(event == .level(0.2))
  }

  @Test func wrongPasswordIsReportedAndACorrectedOneConnects() throws {
    let broker = try MosquittoBroker(.password)
    try broker.write("wrong\n", to: "password")
    try broker.publish("20", on: "amp")
    let rig = try MQTTRig(
      MQTTBroker(
        name: "home", host: "127.0.0.1", port: broker.port, username: "panel",
        password: .file(broker.path("password"))))
    rig.start(.plain)
    try rig.run { !rig.reported.isEmpty }
    #expect(reason(rig.reported.first) == "the broker refuses the user name or the password")
    try broker.write("secret\n", to: "password")
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == .level(0.2))
  }

  @Test func anonymousLoginIsReportedAsRefused() throws {
    let broker = try MosquittoBroker(.password)
    let event = try firstEvent(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    #expect(reason(event) == "the broker refuses the user name or the password")
  }

  @Test func missingPasswordIsReportedBeforeConnecting() throws {
    let broker = try MosquittoBroker()
    try broker.write("\nsecret\n", to: "empty")
    let missing = broker.path("missing")
    let cases: [(Secret, MQTTError)] = [
      (.file(missing), .noPassword("\(missing): No such file or directory (stat)")),
      (.file(broker.folder.path), .noPassword("\(broker.folder.path): is a directory, not a file")),
      (
        .file(broker.path("empty")),
        .noPassword("the first line of \(broker.path("empty")) is empty")
      ),
      (
        .environment("KNOBPANEL_NO_SUCH"),
        .noPassword("there is no environment variable KNOBPANEL_NO_SUCH")
      ),
    ]
    for (secret, error) in cases {
      let rig = try MQTTRig(
        MQTTBroker(
          name: "home", host: "127.0.0.1", port: broker.port, username: "panel", password: secret))
      #expect(throws: error) { try rig.connection.check() }
      // Starting it anyway reports the same error.
      rig.start(.plain)
      #expect(reason(rig.reported.first) == error.description)
    }
    // An existing variable: adding one would race with tests that read the environment.
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(try Secret.environment("PATH").read() == path)
  }

  // MARK: TLS

  func encrypted(
    _ broker: MosquittoBroker, host: String = "localhost",
    _ change: (inout TLSSettings) -> Void = { _ in }
  ) -> MQTTBroker {
    var encryption = TLSSettings(authorityFile: broker.authorityFile)
    change(&encryption)
    return MQTTBroker(name: "home", host: host, port: broker.port, encryption: encryption)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func certificateOfAKnownAuthorityIsTrusted(_ host: String) throws {
    let broker = try MosquittoBroker(.encrypted)
    try broker.publish("20", on: "amp")
    #expect(try firstEvent(encrypted(broker, host: host)) == .level(0.2))
  }

  @Test func allMessagesInOneTLSRecordArrive() throws {
    let broker = try MosquittoBroker(.encrypted)
    let rig = try MQTTRig(encrypted(broker))
    for number in 0..<60 {
      try broker.publish("\(number)", on: "thing/\(number)")
      rig.start(MQTTEndpoint(commandTopic: "set", stateTopic: "thing/\(number)"))
    }
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(rig.events == (0..<60).map { [.level(Double($0) / 100)] })
  }

  @Test func untrustedCertificatesAreRejected() throws {
    let broker = try MosquittoBroker(.encrypted)
    let other = try MosquittoBroker(.encrypted)
    let expected =
      "TLS failed: the server's certificate is not from a trusted authority, or is for another "
      + "name; check `ca` and the name"
    let untrusted = encrypted(broker) { $0.authorityFile = other.authorityFile }
    #expect(reason(try firstEvent(untrusted)) == expected)
    let unknown = encrypted(broker) { $0.authorityFile = nil }
    #expect(reason(try firstEvent(unknown)) == expected)
  }

  @Test func certificateForAnotherNameIsTrustedOnlyWithInsecure() throws {
    let broker = try MosquittoBroker(.encrypted)
    try broker.publish("20", on: "amp")
    // Another way to write 127.0.0.1, which is not the name in the certificate.
    let wrong = encrypted(broker, host: "127.1")
    #expect(reason(try firstEvent(wrong)).hasPrefix("TLS failed: the server's certificate"))
    #expect(
      try firstEvent(encrypted(broker, host: "127.1") { $0.acceptsAnyName = true }) == .level(0.2))
  }

  @Test func invalidCertificateFilesAreReported() throws {
    let broker = try MosquittoBroker(.encrypted)
    let missing = encrypted(broker) { $0.authorityFile = broker.path("missing") }
    let rig = try MQTTRig(missing)
    #expect(
      throws: MQTTError.noCertificate(
        "\(broker.path("missing")): No such file or directory (stat)")
    ) { try rig.connection.check() }
    // It never falls back to no encryption.
    #expect(reason(try firstEvent(missing)).hasPrefix("TLS failed: "))
    try broker.write("no certificate\n", to: "invalid.pem")
    let invalid = encrypted(broker) { $0.authorityFile = broker.path("invalid.pem") }
    #expect(
      reason(try firstEvent(invalid))
        == "TLS failed: \(broker.path("invalid.pem")) has no certificate in PEM format; check `ca`"
    )
    let half = encrypted(broker) {
      $0.certificateFile = broker.path("broker.pem")
      $0.keyFile = broker.path("ca.key")
    }
    #expect(
      reason(try firstEvent(half))
        == "TLS failed: \(broker.path("ca.key")) has no private key of \(broker.path("broker.pem")) "
        + "in PEM format without a password; check `key`")
    let noCertificate = encrypted(broker) {
      $0.certificateFile = broker.path("invalid.pem")
      $0.keyFile = broker.path("ca.key")
    }
    #expect(
      reason(try firstEvent(noCertificate))
        == "TLS failed: \(broker.path("invalid.pem")) has no certificate in PEM format; check "
        + "`certificate`")
  }

  @Test("A key with a password is refused without prompting for it") func keyWithPassword()
    throws
  {
    let broker = try MosquittoBroker(.encrypted)
    try MosquittoBroker.run(
      "openssl", "pkey", "-in", broker.path("broker.key"), "-aes128", "-passout", "pass:hidden",
      "-out", broker.path("locked.key"))
    let locked = encrypted(broker) {
      $0.certificateFile = broker.path("broker.pem")
      $0.keyFile = broker.path("locked.key")
    }
    #expect(
      reason(try firstEvent(locked)).hasPrefix(
        "TLS failed: \(broker.path("locked.key")) has no private key of "))
    let open = encrypted(broker) {
      $0.certificateFile = broker.path("broker.pem")
      $0.keyFile = broker.path("broker.key")
    }
    try broker.publish("20", on: "amp")
    #expect(try firstEvent(open) == .level(0.2))
  }

  @Test("An expired certificate is reported") func expired() throws {
    let broker = try MosquittoBroker(.expired)
    #expect(
      reason(try firstEvent(encrypted(broker)))
        == "TLS failed: the server's certificate is not valid now; check its dates, and the date "
        + "of this machine")
  }

  @Test func wrongPortIsReported() throws {
    let plain = try MosquittoBroker()
    let encryption = TLSSettings(authorityFile: nil)
    let expected =
      "the connection was closed without an answer; check `port`, and whether it is one for `tls`"
    #expect(
      reason(
        try firstEvent(
          MQTTBroker(name: "home", host: "127.0.0.1", port: plain.port, encryption: encryption)))
        == expected)
    let other = try MosquittoBroker(.encrypted)
    #expect(
      reason(try firstEvent(MQTTBroker(name: "home", host: "127.0.0.1", port: other.port)))
        == expected)
    // A server that answers in plain text.
    let server = try TestServer()
    let plainText = try firstEvent(
      MQTTBroker(name: "home", host: "127.0.0.1", port: server.port, encryption: encryption)
    ) { _ in
      if server.count > 0 { server.send(Array("220 mail.example\r\n".utf8)) }
    }
    #expect(reason(plainText) == "TLS failed: there is no TLS at this port")
  }

  // MARK: Hosts

  @Test func refusedConnectionIsReported() throws {
    let port = try MosquittoBroker.freePort()
    #expect(
      try firstEvent(MQTTBroker(name: "home", host: "127.0.0.1", port: port))
        == .offline(
          reason: "connection \"home\" (127.0.0.1:\(port)): nothing listens there; check that the "
            + "broker runs, and its port"))
    #expect(
      try firstEvent(MQTTBroker(name: "home", host: "::1", port: port))
        == .offline(
          reason: "connection \"home\" ([::1]:\(port)): nothing listens there; check that the "
            + "broker runs, and its port"))
  }

  @Test func unknownHostIsReported() throws {
    // The domain .invalid is reserved and never resolves (RFC 6761), also without a name server.
    let event = try firstEvent(MQTTBroker(name: "home", host: "broker.invalid"))
    #expect(
      reason(event)
        == "there is no host \"broker.invalid\"; check its name and the network's name server")
  }

  @Test func unreachableAddressIsReported() throws {
    let event = try firstEvent(MQTTBroker(name: "home", host: "255.255.255.255"))
    #expect(reason(event).hasPrefix("it cannot be reached: "))
  }

  @Test(arguments: [false, true]) func silentServerIsReported(_ isEncrypted: Bool)
    throws
  {
    let server = try TestServer()
    let rig = try MQTTRig(
      MQTTBroker(
        name: "home", host: "127.0.0.1", port: server.port,
        encryption: isEncrypted ? TLSSettings() : nil))
    rig.start(.plain)
    try rig.run { server.count == 1 && !server.receive().isEmpty }
    try rig.advance(milliseconds: 9999)
    #expect(rig.reported.isEmpty)
    // The loop does not spin meanwhile.
    #expect(rig.loop.wakeUpCount < 10)
    try rig.advance(milliseconds: 1)
    #expect(
      reason(rig.reported.first)
        == "no answer in 10 seconds; check that this is the port of an MQTT broker")
  }

  @Test(
    "A server that is not a broker is offline",
    arguments: [
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [0x00, 0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      // Unrequested answers; an answer with an invalid length; an endless one; a message before the
      // connection; a message without a topic.
      [0xD0, 0x00], [0x90, 0x03, 0x00, 0x01, 0x00], [0x20, 0x80, 0x80, 0x80, 0x80, 0x01],
      [0x20, 0xFF, 0xFF, 0xFF, 0x7F], [0x20, 0x02, 0x00, 0x09], [0x20, 0x00],
      [0x30, 0x05, 0x00, 0x01, 0x61, 0x34, 0x32], [0x30, 0x02, 0x00, 0x00],
    ] as [[UInt8]]) func notABroker(_ bytes: [UInt8]) throws
  {
    let server = try TestServer()
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: server.port))
    rig.start(.plain)
    try rig.run { server.count == 1 }
    server.send(bytes)
    try rig.run { server.unacknowledgedCount == 0 }
    try rig.advance(milliseconds: 10_000)
    guard case .offline? = rig.reported.first else {
      Issue.record("\(rig.reported)")
      return
    }
  }

  @Test(
    "A broker that sends random packets is dropped, and used again once it behaves",
    arguments: 0..<6)
  func randomPackets(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let server = try TestServer()
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: server.port))
    rig.start(.plain)
    try rig.run { server.count == 1 }
    // Accepts the connection and sends a level.
    server.send(TestPacket.accepted + TestPacket.message("20", on: "amp"))
    try rig.run { rig.reported == [.level(0.2)] }
    let heads: [UInt8] = [
      0x20, 0x30, 0x32, 0x34, 0x3D, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0, 0xE0, 0xF0,
    ]
    for _ in 0..<60 {
      var bytes = [heads.randomElement(using: &random) ?? 0]
      let body = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.append(UInt8.random(in: 0...9, using: &random) == 0 ? 0x7F : UInt8(body.count))
      bytes += body
      let before = server.count
      server.send(bytes)
      try rig.advance(milliseconds: 1000)
      if server.count > before { server.send(TestPacket.accepted) }
    }
    for level in rig.levels { #expect((0...1).contains(level)) }
    let before = server.count
    server.hangUp()
    try rig.settle()
    try rig.advance(milliseconds: 10_000)
    #expect(server.count > before)
    server.send(TestPacket.accepted + TestPacket.message("30", on: "amp"))
    try rig.run { rig.reported.last == .level(0.3) }
  }
}
