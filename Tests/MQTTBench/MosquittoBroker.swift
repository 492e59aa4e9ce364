public import Foundation
internal import Glibc
internal import NotifySocket
internal import Synchronization

/// A real broker as a child process, on its own ports of this machine (package mosquitto).
///
/// One port accepts every client, for the tools of the tests; the other one is configured by the
/// test. The broker is killed and its folder removed when this object is destroyed.
public final class MosquittoBroker {
  public enum Access {
    case open
    /// For the user "panel" with the password "secret".
    case password
    /// With a certificate for 127.0.0.1 and localhost, signed by `authorityFile`.
    case encrypted
    /// The same, but the certificate expired yesterday.
    case expired
  }

  /// The time limit for any action of the broker and its tools; far more than a busy machine needs.
  static let limitSeconds: Int32 = 60

  public let port: UInt16
  /// Contains the broker's files and any that a test adds.
  public let folder: URL
  private let toolPort: UInt16
  private var process: Process?

  public init(_ access: Access = .open) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    toolPort = try Self.freePort()
    var lines = [
      "user root", "per_listener_settings true", "listener \(toolPort) 127.0.0.1",
      "allow_anonymous true", "listener \(port) 127.0.0.1",
    ]
    switch access {
    case .open: lines.append("allow_anonymous true")
    case .password:
      try Self.run("mosquitto_passwd", "-b", "-c", path("users"), "panel", "secret")
      lines += ["allow_anonymous false", "password_file \(path("users"))"]
    case .encrypted, .expired:
      try makeCertificates(isExpired: access == .expired)
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

  // MARK: Life cycle

  /// Starts the broker, without earlier state, and waits until it accepts connections.
  public func start() throws {
    let manager = try NotifySocket()
    let process = try Self.spawn(
      "mosquitto", ["-c", path("broker.conf")], environment: manager.environment())
    self.process = process
    for _ in 0..<Self.limitSeconds where process.isRunning {
      // It signals readiness once it listens.
      if manager.messages(milliseconds: 1000) == ["READY=1"] { return }
    }
    throw Failure("mosquitto does not start")
  }

  /// Kills the broker without closing its connections, like a loss of power.
  public func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Stops the broker with all its connections open, or lets it continue.
  public func freeze(_ isFrozen: Bool) {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
    guard isFrozen else { return }
    var state = siginfo_t()
    waitid(P_PID, id_t(process.processIdentifier), &state, WSTOPPED | WNOWAIT)
  }

  // MARK: Messages of other clients

  /// Publishes a message, as a device or another panel would.
  ///
  /// On return, the broker has the message (QoS 1) and has forwarded it to its subscribers.
  public func publish(_ payload: String, on topic: String, isRetained: Bool = true) throws {
    try Self.run(
      "mosquitto_pub",
      ["-p", "\(toolPort)", "-q", "1", "-t", topic, payload.isEmpty ? "-n" : "-s"]
        + (isRetained ? ["-r"] : []), input: Data(payload.utf8))
  }

  /// Records all messages from now on.
  public func listen() throws -> MosquittoListener {
    try MosquittoListener(port: toolPort)
  }

  // MARK: Tools

  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    init(_ description: String) { self.description = description }
  }

  /// Starts a process, which is killed when its owner is destroyed.
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

  private func makeCertificates(isExpired: Bool) throws {
    try Self.run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=test CA")
    try Self.run(
      "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", path("broker.key"), "-out", path("broker.csr"), "-subj", "/CN=localhost")
    try write("subjectAltName=DNS:localhost,IP:127.0.0.1\n", to: "names")
    // `openssl x509` can no longer make an expired certificate.
    try write("", to: "issued")
    try write("01\n", to: "serial")
    try write(
      """
      [ca]
      default_ca = test
      [test]
      database = \(path("issued"))
      serial = \(path("serial"))
      new_certs_dir = \(folder.path)
      policy = names
      [names]
      commonName = supplied

      """, to: "ca.conf")
    try Self.run(
      "openssl", "ca", "-batch", "-notext", "-config", path("ca.conf"), "-md", "sha256", "-in",
      path("broker.csr"), "-cert", path("ca.pem"), "-keyfile", path("ca.key"), "-startdate",
      "20200101000000Z", "-enddate", isExpired ? "20200102000000Z" : "20991231235959Z",
      "-extfile", path("names"), "-out", path("broker.pem"))
  }

  private static let portCount = Atomic(0)

  /// A port that is not in use.
  ///
  /// It is below the kernel's ephemeral ports, 32768 and above (ip(7)): a connection of another
  /// test could take one of those before the intended program listens on it.
  public static func freePort() throws -> UInt16 {
    for _ in 0..<1000 {
      let count = portCount.wrappingAdd(1, ordering: .relaxed).newValue
      let port = UInt16(20_000 + (Int(getpid()) * 61 + count) % 12_000)
      if (try? TestServer(port: port)) != nil { return port }
    }
    throw Failure("no port is free")
  }
}
