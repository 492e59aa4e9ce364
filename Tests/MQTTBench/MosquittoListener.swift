internal import Foundation
internal import Glibc

/// Receives all messages of a broker, as `mosquitto_sub` prints them.
public final class MosquittoListener {
  private let port: UInt16
  private let process: Process
  private let pipe = Pipe()
  private var bytes: [UInt8] = []

  /// Readable when more messages have arrived.
  public var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  /// Returns once the subscription is active.
  init(port: UInt16) throws {
    self.port = port
    // A retained message, which the broker sends to each new subscriber at once.
    let mark = Self.newMark
    try Self.publish(mark, port, ["-r"])
    process = try MosquittoBroker.spawn(
      "mosquitto_sub", ["-p", "\(port)", "-t", "#", "-F", "%r %t %p"], output: pipe)
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      throw MosquittoBroker.Failure("fcntl")
    }
    try wait(for: mark)
    // Other retained messages may arrive after it.
    try catchUp()
  }

  deinit {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Returns once all earlier messages of others have been received, if they are not too many.
  ///
  /// By then, the broker has also sent them to all subscribers.
  public func catchUp() throws {
    let mark = Self.newMark
    try Self.publish(mark, port)
    try wait(for: mark)
  }

  private static var newMark: String { "listening/\(UUID())" }

  private static func publish(_ mark: String, _ port: UInt16, _ options: [String] = []) throws {
    try MosquittoBroker.run("mosquitto_pub", ["-p", "\(port)", "-t", mark, "-m", "x"] + options)
  }

  private func wait(for mark: String) throws {
    while !lines.contains(where: { $0.contains(mark) }) {
      var request = pollfd(
        fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, MosquittoBroker.limitSeconds * 1000) > 0, process.isRunning else {
        throw MosquittoBroker.Failure("mosquitto_sub hears nothing")
      }
    }
  }

  /// The messages received on a topic so far, without retained ones.
  public func messages(on topic: String) -> [String] {
    lines.filter { $0.hasPrefix("0 \(topic) ") }.map { String($0.dropFirst(topic.count + 3)) }
  }

  /// All topics on which messages were received.
  public var topics: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("0 ") }.compactMap { $0.split(separator: " ").dropFirst().first }
        .map(String.init).filter { !$0.hasPrefix("listening/") })
  }

  /// Whether a retained message was received on the topic.
  public func hasRetained(_ topic: String) -> Bool {
    lines.contains { $0.hasPrefix("1 \(topic) ") }
  }

  /// The complete lines so far: a read may return only part of a long line, such as a picture.
  private var lines: [String] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(pipe.fileHandleForReading.fileDescriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
