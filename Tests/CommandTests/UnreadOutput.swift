import Foundation
import Testing

/// Something that a program can write to and that is full at first: nobody reads it until `drain`.
final class UnreadOutput {
  enum Kind: String, CaseIterable, Sendable {
    case pipe, terminal, socket
  }

  /// The program's end.
  let writer: FileHandle
  /// The flags of the open file that the program shares (fcntl(2)).
  var flags: Int32 { fcntl(writer.fileDescriptor, F_GETFL) }

  /// What was read, without what filled it.
  var text: String { String(decoding: bytes.drop { $0 == Self.filling }, as: UTF8.self) }

  private let reader: Int32
  private var bytes: [UInt8] = []
  private static let filling = UInt8(ascii: ".")

  init(_ kind: Kind, isFull: Bool = true) throws {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .pipe: try #require(pipe(&ends) == 0)
    case .socket: try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    case .terminal:
      var (terminal, shown): (Int32, Int32) = (-1, -1)
      try #require(openpty(&terminal, &shown, nil, nil, nil) == 0)
      ends = [terminal, shown]
    }
    reader = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writer = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    if isFull { fill() }
  }

  deinit { close(reader) }

  /// Writes until there is no room for a single byte.
  private func fill() {
    let descriptor = writer.fileDescriptor
    let before = flags
    _ = fcntl(descriptor, F_SETFL, before | O_NONBLOCK)
    for chunk in [4096, 1] {
      let bytes = [UInt8](repeating: Self.filling, count: chunk)
      while write(descriptor, bytes, chunk) > 0 {}
    }
    _ = fcntl(descriptor, F_SETFL, before)
  }

  /// Reads until what was read so far is as it should; a limit, not a measurement.
  func drain(_ what: String, until isSo: (String) -> Bool) throws {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let deadline = Date(timeIntervalSinceNow: 20)
    while !isSo(text) {
      var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, 1000)
      try #require(Date.now < deadline, "\(what): \(text.suffix(2000))")
      guard ready.revents & Int16(POLLIN) != 0 else { continue }
      let count = Glibc.read(reader, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] }
    }
  }

  /// Reads until what was read so far has `part`.
  func drain(until part: String) throws {
    try drain("“\(part)”") { $0.contains(part) }
  }
}

/// The built program, running a panel on no display, with outputs of the test's choice.
final class PanelChild {
  private let process = Process()
  private let folder: URL
  private let layout: URL

  /// Starts it on a layout of one knob in a folder, after the shell did what `shell` says.
  ///
  /// Without `output` that is `/dev/null`, without `errors` a file that `log` reads.
  init(
    in folder: URL, options: [String], path: String = "panel.yaml", shell: String = ":",
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    self.folder = folder
    layout = folder.appending(path: "panel.yaml")
    try Data(RunningPanel.text(value: 0).utf8).write(to: layout)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "\(shell); exec \"$@\"", "sh", Knobpanel.binary.path, "run", path]
      + ["--display", "headless"] + options
    process.currentDirectoryURL = folder
    process.environment = Knobpanel.environment(home: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    let log = folder.appending(path: "log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    process.standardError = try errors ?? FileHandle(forWritingTo: log)
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// All that it wrote to standard error, if that is a file.
  var log: String {
    (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  var processID: Int32 { process.processIdentifier }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Saves the layout with another value of its knob.
  func save(value: Int) throws {
    try Data(RunningPanel.text(value: value).utf8).write(to: layout, options: .atomic)
  }

  /// What a link in its folder in proc(5) points to, such as "fd/2".
  func link(_ name: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/\(name)")
  }

  /// The flags of one of its open files (proc(5)).
  func flags(ofDescriptor number: Int32) throws -> Int32 {
    let text = try String(contentsOfFile: "/proc/\(processID)/fdinfo/\(number)", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags:") }
    return try #require(line.flatMap { Int32($0.dropFirst(6).filter(\.isNumber), radix: 8) })
  }

  /// Waits until something is so while it runs; a limit, not a measurement.
  func wait(_ what: String, until isSo: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !isSo() {
      try #require(process.isRunning && Date.now < deadline, "\(what): \(log)")
      usleep(20_000)
    }
  }

  /// Waits until the loop runs: it watches its layout.
  func waitUntilRunning() throws {
    try wait("the layout is watched") { isWatching }
  }

  /// Whether it has an inotify descriptor with a watch, as it has when the panel is up.
  private var isWatching: Bool {
    let infos = "/proc/\(processID)/fdinfo"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: infos)) ?? []
    return numbers.contains { number in
      let text = try? String(contentsOfFile: "\(infos)/\(number)", encoding: .utf8)
      return text?.contains("inotify wd:") == true
    }
  }

  /// Sends SIGTERM and expects it to end; a limit, not a measurement.
  func expectToEnd(status: Int32 = 0) throws {
    send(SIGTERM)
    let deadline = Date(timeIntervalSinceNow: 20)
    while process.isRunning {
      try #require(Date.now < deadline, "SIGTERM did not end it")
      usleep(20_000)
    }
    #expect(process.terminationReason == .exit && process.terminationStatus == status)
  }
}
