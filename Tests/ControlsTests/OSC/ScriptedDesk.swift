import Glibc
import Linux

/// A mixer like an X32 at a UDP port of this machine, that does what a test wants; served by hand.
final class ScriptedDesk: ScriptedPeer {
  typealias Argument = TestOSC.Argument

  struct Heard: Equatable {
    var address: String
    var argument: Argument?
  }

  /// The time by which it goes, and the rig that has it.
  let clock = ManualClock()
  private(set) var port: UInt16
  var values: [String: Argument]
  /// Whether it answers addresses without arguments.
  var isAnswering = true
  /// Addresses that it leaves unanswered.
  var unknown: Set<String> = []
  /// Whether those who subscribed hear what they set themselves, as at an X32.
  var isEchoing = true
  var delayMicroseconds: Int64 = 0
  /// What it makes of a value.
  var rounding: (Float) -> Float = { $0 }
  /// How long a subscription lasts.
  var subscriptionMicroseconds: Int64 = 10_000_000
  /// How often each packet is sent.
  var copyCount = 1
  /// Whether every second packet comes so late that the next one overtakes it.
  var isReordering = false
  private(set) var heard: [Heard] = []
  /// Packets that are no messages, such as bundles.
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

  // MARK: Its life

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

  /// Its port is closed, which its machine tells whoever sends to it.
  func switchOff() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    outbox = []
    subscribedUntil = 0
  }

  func forgetHeard() { heard = [] }

  /// The values that were sent to an address.
  func sent(to address: String) -> [Double] {
    heard.compactMap { $0.address == address ? $0.argument?.number : nil }
  }

  func questionCount(at address: String) -> Int {
    heard.count { $0.address == address && $0.argument == nil }
  }

  // MARK: What it does

  /// Handles all that has come, and sends all that is due.
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
      take(Array(buffer[..<count]))
    }
    return flush() || isBusy
  }

  private func take(_ bytes: [UInt8]) {
    guard let (address, argument) = TestOSC.read(bytes) else {
      otherCount += 1
      return
    }
    heard.append(Heard(address: address, argument: argument))
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
    if isEchoing, let value = values[address] { tellSubscriber(address, value) }
  }

  /// Somebody else sets a value, which those who subscribed hear.
  func change(_ address: String, to value: Argument) {
    values[address] = value
    tellSubscriber(address, value)
    flush()
  }

  private func tellSubscriber(_ address: String, _ value: Argument) {
    guard clock.microseconds < subscribedUntil else { return }
    post(TestOSC.message(address, value))
  }

  /// Sends something to whoever sent last.
  func say(_ bytes: [UInt8]) {
    post(bytes)
    flush()
  }

  private func post(_ bytes: [UInt8]) {
    postCount += 1
    let isOvertaken = isReordering && postCount % 2 == 1
    let at = clock.microseconds + delayMicroseconds + (isOvertaken ? 80_000 : 0)
    for _ in 0..<copyCount { outbox.append((at, bytes)) }
  }

  /// Whether anything was due.
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
