public import Foundation
internal import Glibc
internal import NotifySocket
internal import Synchronization

/// A real broker as a child process, on ports of its own of this machine (package mosquitto).
///
/// One port lets everybody in, for the tools of the tests; the other one is as the test wants it.
/// Killed, and its folder removed, at the end of its life.
public final class MosquittoBroker {
  public enum Door {
    case open
    /// For the user "panel" with the password "secret".
    case password
    /// With a certificate for 127.0.0.1 and localhost, signed by `authorityFile`.
    case encrypted
    /// The same, but the certificate ended yesterday.
    case expired
  }

  /// How long the broker and its tools may take for anything; far more than a busy machine needs.
  static let limitSeconds: Int32 = 60

  public let port: UInt16
  /// Holds what the broker reads and whatever a test puts there.
  public let folder: URL
  private let toolPort: UInt16
  private var process: Process?

  public init(_ door: Door = .open) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    toolPort = try Self.freePort()
    var lines = [
      "user root", "per_listener_settings true", "listener \(toolPort) 127.0.0.1",
      "allow_anonymous true", "listener \(port) 127.0.0.1",
    ]
    switch door {
    case .open: lines.append("allow_anonymous true")
    case .password:
      try Self.run("mosquitto_passwd", "-b", "-c", path("users"), "panel", "secret")
      lines += ["allow_anonymous false", "password_file \(path("users"))"]
    case .encrypted, .expired:
      try makeCertificates(days: door == .expired ? -1 : 2)
      lines += [
        "allow_anonymous true", "certfile \(path("broker.pem"))", "keyfile \(path("broker.key"))",
      ]
    }
    try write(lines.joined(separator: "\n") + "\n", to: "broker.conf")
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  public var authorityFile: String { path("ca.pem") }

  public func path(_ name: String) -> String { folder.appending(path: name).path }

  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  // MARK: Its life

  /// Starts it, anew and without memory if it was killed, and waits until it takes connections.
  public func start() throws {
    let manager = try NotifySocket()
    let process = try Self.spawn(
      "mosquitto", ["-c", path("broker.conf")], environment: manager.environment())
    self.process = process
    for _ in 0..<Self.limitSeconds where process.isRunning {
      // It says so when it listens.
      if manager.messages(milliseconds: 1000) == ["READY=1"] { return }
    }
    throw Failure("mosquitto does not start")
  }

  /// As when its machine loses power: it says good-bye to nobody.
  public func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Makes it deaf and dumb, with all its connections open, or lets it go on.
  public func freeze(_ isFrozen: Bool) {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
    guard isFrozen else { return }
    var state = siginfo_t()
    waitid(P_PID, id_t(process.processIdentifier), &state, WSTOPPED | WNOWAIT)
  }

  // MARK: Talking past the panel

  /// As a thing would, or another panel; the broker has it on return (QoS 1), and has sent it on to who
  /// listens.
  public func publish(_ payload: String, on topic: String, isRetained: Bool = true) throws {
    try Self.run(
      "mosquitto_pub",
      ["-p", "\(toolPort)", "-q", "1", "-t", topic, payload.isEmpty ? "-n" : "-s"]
        + (isRetained ? ["-r"] : []), input: Data(payload.utf8))
  }

  /// Notes all that is said from now on.
  public func listen() throws -> MosquittoListener {
    try MosquittoListener(port: toolPort)
  }

  // MARK: Tools

  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    init(_ description: String) { self.description = description }
  }

  /// A process that does not outlive the tests by much: it is killed where its owner ends.
  static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    output: Any? = nil, input: Any? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 }
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = input ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  public static func run(_ program: String, _ arguments: String...) throws {
    try run(program, arguments)
  }

  static func run(_ program: String, _ arguments: [String], input: Data = Data()) throws {
    let pipe = Pipe()
    let process = try spawn(program, arguments, input: pipe)
    try pipe.fileHandleForWriting.write(contentsOf: input)
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure("\(program) \(arguments.joined(separator: " ")): \(process.terminationStatus)")
    }
  }

  private func makeCertificates(days: Int) throws {
    try Self.run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=test CA")
    try Self.run(
      "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", path("broker.key"), "-out", path("broker.csr"), "-subj", "/CN=localhost")
    try write("subjectAltName=DNS:localhost,IP:127.0.0.1\n", to: "names")
    try Self.run(
      "openssl", "x509", "-req", "-in", path("broker.csr"), "-CA", path("ca.pem"), "-CAkey",
      path("ca.key"), "-CAcreateserial", "-days", "\(days)", "-extfile", path("names"), "-out",
      path("broker.pem"))
  }

  private static let portCount = Atomic(0)

  /// A port that nobody listens at now.
  ///
  /// It is none of those that the kernel gives to connections, 32768 and above (ip(7)): one of another test
  /// could take it before the program that it is for listens there.
  public static func freePort() throws -> UInt16 {
    for _ in 0..<1000 {
      let count = portCount.wrappingAdd(1, ordering: .relaxed).newValue
      let port = UInt16(20_000 + (Int(getpid()) * 61 + count) % 12_000)
      if (try? TestServer(port: port)) != nil { return port }
    }
    throw Failure("no port is free")
  }
}
