import Glibc
import Linux
import MQTTBench

@testable import Controls

/// A scripted speaker; by default a good one at volume 20 of 0…100.
final class ScriptedSpeaker: ScriptedPeer {
  /// Its clock, shared with its rig.
  let clock = ManualClock()
  let port: UInt16
  var volume = 20
  var isMuted: Bool? = false
  var range = (0, 100, 1)
  /// How it rounds a volume that is set.
  var round: (Int) -> Int = { $0 }
  var delayMicroseconds: Int64 = 0
  /// The delay between its answer and the change of the volume.
  var applyMicroseconds: Int64 = 0
  /// Whether setting a volume unmutes it, as with gmediarender.
  var unmutesWithVolume = false
  var takesSubscriptions = true
  /// The duration of the subscriptions that it grants.
  var grantedSeconds = 300
  /// The delay after which it closes the connections of its events.
  var hangUpMicroseconds: Int64 = 2_000_000
  var isSilent = false
  /// Returns an answer that replaces the default one; nil keeps the default.
  var override: (HTTPReader.Message) -> String? = { _ in nil }
  /// The volumes that events report for a volume that is set.
  var eventsOfVolume: (Int) -> [Int] = { [$0] }
  /// The volumes set, oldest first.
  private(set) var volumesSet: [Int] = []
  private(set) var actions: [String] = []
  private(set) var callback: HTTPAddress?
  /// The maximum number of simultaneous requests that set something.
  private(set) var maximumPendingCount = 0
  private var pendingCount = 0

  private struct Peer {
    var reader = HTTPReader(isRequest: true)
    var isRead = false
  }
  private let listening: Int32
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var peers: [Int32: Peer] = [:]
  private var delayed: [(at: Int64, body: () -> Void)] = []

  init() throws {
    listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listening
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw SnapServer.Failure(description: "no port to listen at") }
  }

  deinit {
    for descriptor in Array(peers.keys) + [listening] { close(descriptor) }
  }

  var settings: UPnPSettings {
    UPnPSettings(speaker: "Kitchen", location: "http://127.0.0.1:\(port)/desc.xml")
  }

  /// Accepts connections, receives requests and answers them.
  @discardableResult
  func serve() -> Bool {
    var isBusy = false
    while true {
      let descriptor = accept(listening, nil, nil)
      guard descriptor >= 0 else { break }
      isBusy = true
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      peers[descriptor] = Peer()
    }
    for descriptor in peers.keys.sorted() where peers[descriptor]?.isRead == false {
      let count = read(descriptor, &chunk, chunk.count)
      if count >= 0 { isBusy = true }
      guard count > 0 else {
        if count == 0 { hangUp(descriptor) }
        continue
      }
      guard
        let message = try? peers[descriptor]?.reader.append(
          Array(chunk[..<count]), isAtEnd: false)
      else { continue }
      peers[descriptor]?.isRead = true
      if !isSilent { process(message, descriptor) }
    }
    let due = delayed.filter { $0.at <= clock.microseconds }
    delayed.removeAll { $0.at <= clock.microseconds }
    for item in due { item.body() }
    return isBusy || !due.isEmpty
  }

  private func after(_ microseconds: Int64, _ body: @escaping () -> Void) {
    delayed.append((clock.microseconds + microseconds, body))
  }

  private func hangUp(_ descriptor: Int32) {
    guard peers.removeValue(forKey: descriptor) != nil else { return }
    close(descriptor)
  }

  private func respond(_ text: String, _ descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    hangUp(descriptor)
  }

  private func process(_ message: HTTPReader.Message, _ descriptor: Int32) {
    let action = message.headers["soapaction"]?.split(separator: "#").last.map {
      String($0.filter { $0 != "\"" })
    }
    actions.append(action ?? message.firstLine)
    let isSetting = action == "SetVolume" || action == "SetMute"
    if isSetting {
      pendingCount += 1
      maximumPendingCount = max(maximumPendingCount, pendingCount)
    }
    let answer = override(message) ?? self.answer(to: message, action)
    after(delayMicroseconds) { [unowned self] in
      if isSetting { pendingCount -= 1 }
      respond(answer, descriptor)
    }
  }

  static func ok(_ body: String, _ headers: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(headers)CONTENT-LENGTH: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func answer(to message: HTTPReader.Message, _ action: String?) -> String {
    func argument(_ name: String) -> String {
      RenderingControl.argument(name, of: message.body) ?? ""
    }
    switch action {
    case "GetVolume": return soap("<CurrentVolume>\(volume)</CurrentVolume>")
    case "GetMute":
      guard let isMuted else { return Self.failure }
      return soap("<CurrentMute>\(isMuted ? 1 : 0)</CurrentMute>")
    case "SetVolume":
      guard let wanted = Int(argument("DesiredVolume")) else { return Self.failure }
      volumesSet.append(wanted)
      after(applyMicroseconds) { [unowned self] in
        volume = round(wanted)
        if unmutesWithVolume { isMuted = false }
        for event in eventsOfVolume(volume) { notify(volume: event) }
      }
      return soap("")
    case "SetMute":
      isMuted = argument("DesiredMute") == "1"
      return soap("")
    default: break
    }
    let words = message.firstLine.split(separator: " ")
    switch words.first {
    case "GET" where words[1] == "/desc.xml": return Self.ok(Self.description)
    case "GET":
      return Self.ok(
        "<scpd><serviceStateTable><stateVariable><name>Volume</name><allowedValueRange>"
          + "<minimum>\(range.0)</minimum><maximum>\(range.1)</maximum><step>\(range.2)</step>"
          + "</allowedValueRange></stateVariable></serviceStateTable></scpd>")
    case "SUBSCRIBE":
      guard takesSubscriptions else { return "HTTP/1.1 501 Not Implemented\r\n\r\n" }
      if let text = message.headers["callback"] {
        callback = HTTPAddress(String(text.dropFirst().dropLast()))
      }
      return Self.ok("", "SID: uuid:1\r\nTIMEOUT: Second-\(grantedSeconds)\r\n")
    default: return Self.ok("")
    }
  }

  private func soap(_ body: String) -> String {
    Self.ok(
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><u:R "
        + "xmlns:u=\"urn:schemas-upnp-org:service:RenderingControl:1\">\(body)</u:R></s:Body>"
        + "</s:Envelope>")
  }

  static let failure =
    "HTTP/1.1 500 Internal Server Error\r\nCONNECTION: close\r\n\r\n<s:Envelope "
    + "xmlns:s=\"x\"><s:Body><s:Fault><detail><UPnPError><errorCode>501</errorCode>"
    + "<errorDescription>Action Failed</errorDescription></UPnPError></detail></s:Fault></s:Body>"
    + "</s:Envelope>"

  static let description =
    "<?xml version=\"1.0\"?><root xmlns=\"urn:schemas-upnp-org:device-1-0\"><device>"
    + "<friendlyName>Kitchen</friendlyName><UDN>uuid:Aa-1</UDN><serviceList><service>"
    + "<serviceType>urn:schemas-upnp-org:service:RenderingControl:1</serviceType>"
    + "<SCPDURL>scpd.xml</SCPDURL><controlURL>/control</controlURL><eventSubURL>/events"
    + "</eventSubURL></service></serviceList></device></root>"

  /// Sends an event on its own connection, without waiting for the answer.
  func notify(volume: Int) {
    notify(
      "<e:propertyset xmlns:e=\"urn:schemas-upnp-org:event-1-0\"><e:property><LastChange>"
        + "&lt;Event xmlns=&quot;urn:schemas-upnp-org:metadata-1-0/RCS/&quot;&gt;"
        + "&lt;InstanceID val=&quot;0&quot;&gt;&lt;Volume channel=&quot;Master&quot; "
        + "val=&quot;\(volume)&quot;/&gt;&lt;/InstanceID&gt;&lt;/Event&gt;</LastChange>"
        + "</e:property></e:propertyset>")
  }

  func notify(_ body: String) {
    guard let callback else { return }
    send(
      "NOTIFY \(callback.path) HTTP/1.1\r\nHOST: x\r\nNT: upnp:event\r\nNTS: upnp:propchange\r\n"
        + "SID: uuid:1\r\nSEQ: 0\r\nCONTENT-LENGTH: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// Sends bytes to the event receiver.
  func send(_ text: String) {
    guard let callback,
      let address = SocketAddress.numeric("127.0.0.1", port: callback.port)
    else { return }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard address.withAddress({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    // Not read again; any answer is discarded at the end.
    peers[descriptor] = Peer(isRead: true)
    after(hangUpMicroseconds) { [unowned self] in hangUp(descriptor) }
  }
}
