import Glibc
import Linux

/// A mixer like an X32 at a local UDP port, scripted and served by a test.
final class ScriptedDesk: ScriptedPeer {
  typealias Argument = TestOSC.Argument

  struct ReceivedMessage: Equatable {
    var address: String
    var argument: Argument?
  }

  /// Its clock, shared with its rig.
  let clock = ManualClock()
  private(set) var port: UInt16
  var values: [String: Argument]
  /// Whether it answers queries, which are addresses without arguments.
  var isAnswering = true
  /// Addresses that it leaves unanswered.
  var unknown: Set<String> = []
  /// Whether subscribers receive what they set themselves, as at an X32.
  var isEchoing = true
  var delayMicroseconds: Int64 = 0
  /// How it rounds a value.
  var rounding: (Float) -> Float = { $0 }
  /// How long a subscription lasts.
  var subscriptionMicroseconds: Int64 = 10_000_000
  /// How many times each packet is sent.
  var copyCount = 1
  /// Whether every second packet is delayed so that the next one overtakes it.
  var isReordering = false
  private(set) var received: [ReceivedMessage] = []
  /// The number of packets that are not messages, such as bundles.
  private(set) var otherCount = 0
  private(set) var subscriptionCount = 0

  private var descriptor: Int32 = -1
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var client: sockaddr_in?
  private var subscribedUntil: Int64 = 0
  private var outbox: [(at: Int64, bytes: [UInt8])] = []
  private var postCount = 0

  init(_ values: [String: Argument] = [:]) throws {
    self.values = values
    port = 0
    try switchOn()
  }

  deinit {
    switchOff()
  }

  // MARK: On and off

  func switchOn() throws {
    descriptor = socket(
      AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw SystemError(call: "bind", code: errno) }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Closes its port; the host then refuses packets sent to it.
  func switchOff() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    outbox = []
    subscribedUntil = 0
  }

  func clearReceived() { received = [] }

  /// Returns the values that were sent to an address.
  func sent(to address: String) -> [Double] {
    received.compactMap { $0.address == address ? $0.argument?.number : nil }
  }

  func queryCount(at address: String) -> Int {
    received.count { $0.address == address && $0.argument == nil }
  }

  // MARK: Serving

  /// Handles everything received and sends what is due; returns whether there was anything to do.
  @discardableResult
  func serve() -> Bool {
    guard descriptor >= 0 else { return false }
    var isBusy = false
    while true {
      var sender = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = withUnsafeMutablePointer(to: &sender) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
        }
      }
      guard count >= 0 else { break }
      isBusy = true
      client = sender
      process(Array(buffer[..<count]))
    }
    return flush() || isBusy
  }

  private func process(_ bytes: [UInt8]) {
    guard let (address, argument) = TestOSC.read(bytes) else {
      otherCount += 1
      return
    }
    received.append(ReceivedMessage(address: address, argument: argument))
    let now = clock.microseconds
    if address == "/xremote" {
      subscriptionCount += 1
      subscribedUntil = now + subscriptionMicroseconds
      return
    }
    guard let argument else {
      guard isAnswering, !unknown.contains(address), let value = values[address] else { return }
      return post(TestOSC.message(address, value))
    }
    if case .float(let number) = argument {
      values[address] = .float(rounding(number))
    } else {
      values[address] = argument
    }
    if isEchoing, let value = values[address] { notifySubscriber(address, value) }
  }

  /// Sets a value as another client would, and sends it to the subscriber.
  func change(_ address: String, to value: Argument) {
    values[address] = value
    notifySubscriber(address, value)
    flush()
  }

  private func notifySubscriber(_ address: String, _ value: Argument) {
    guard clock.microseconds < subscribedUntil else { return }
    post(TestOSC.message(address, value))
  }

  /// Sends bytes to the last sender.
  func send(_ bytes: [UInt8]) {
    post(bytes)
    flush()
  }

  private func post(_ bytes: [UInt8]) {
    postCount += 1
    let isOvertaken = isReordering && postCount % 2 == 1
    let at = clock.microseconds + delayMicroseconds + (isOvertaken ? 80_000 : 0)
    for _ in 0..<copyCount { outbox.append((at, bytes)) }
  }

  /// Sends what is due; returns whether anything was.
  @discardableResult
  private func flush() -> Bool {
    guard var client, descriptor >= 0 else { return false }
    let now = clock.microseconds
    let due = outbox.filter { $0.at <= now }
    outbox.removeAll { $0.at <= now }
    for packet in due {
      withUnsafePointer(to: &client) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = sendto(
            descriptor, packet.bytes, packet.bytes.count, Int32(MSG_NOSIGNAL), $0,
            socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    return !due.isEmpty
  }
}
