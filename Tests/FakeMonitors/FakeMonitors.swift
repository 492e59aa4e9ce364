package import Backlight
package import Foundation

/// Fake monitors behind a private libddcutil, with the kernel's files of their outputs.
package final class FakeMonitors {
  private struct Failure: Error {
    let output: String

    init(_ output: String) { self.output = output }
  }

  /// The version of the library.
  package enum Version: Int, CaseIterable, Sendable {
    case one = 1
    case two
  }

  package let folder: URL
  private let library: UnsafeMutableRawPointer

  /// Each version is compiled once; each test loads a copy with its own variables.
  private static let compiledOne = Result { try compiled(.one) }
  private static let compiledTwo = Result { try compiled(.two) }

  private static func compiled(_ version: Version) throws -> URL {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FakeMonitors.c")
    let target = FileManager.default.temporaryDirectory
      .appending(path: "knobpanel-ddc-\(version)-\(getpid()).so")
    let command =
      "clang -shared -fPIC -DFAKE_VERSION=\(version.rawValue) "
      + "-o '\(target.path)' '\(source.path)' 2>&1"
    guard let pipe = popen(command, "r") else { throw Failure("no shell") }
    var output = ""
    while let line = readLine(of: pipe) { output += line }
    // Not a failed expectation, which would be recorded for the first test only.
    guard pclose(pipe) == 0 else { throw Failure(output) }
    return target
  }

  private static func readLine(of file: UnsafeMutablePointer<FILE>) -> String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    guard fgets(&buffer, 1024, file) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package init(_ version: Version = .two) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())")
    for name in ["dev", "drm"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data().write(to: folder.appending(path: "dev/i2c-4"))
    let copy = folder.appending(path: "libddcutil.so")
    let compiled = version == .one ? Self.compiledOne : Self.compiledTwo
    try FileManager.default.copyItem(at: compiled.get(), to: copy)
    guard let library = dlopen(copy.path, RTLD_NOW) else {
      throw Failure("the library does not load")
    }
    self.library = library
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  package func options(
    _ output: String? = nil, libraries: [String] = ["libddcutil.so"]
  ) -> MonitorOptions {
    MonitorOptions(
      output: output, drmFolder: folder.appending(path: "drm").path,
      deviceFolder: folder.appending(path: "dev").path,
      libraries: libraries.map { folder.appending(path: $0).path })
  }

  /// Adds a card's output with a monitor, as the kernel shows it.
  package func addOutput(_ name: String, edidByte: UInt8, bus: Int? = nil) throws {
    let output = folder.appending(path: "drm/\(name)")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try Data(repeating: edidByte, count: 256).write(to: output.appending(path: "edid"))
    if let bus {
      try FileManager.default.createSymbolicLink(
        atPath: output.appending(path: "ddc").path, withDestinationPath: "../../i2c-\(bus)")
    }
  }

  /// A variable of the library; -1 if it has no variable of that name.
  package subscript(_ name: String, at index: Int = 0) -> Int {
    get { variable(name).map { Int($0[index]) } ?? -1 }
    set { variable(name)?[index] = Int32(newValue) }
  }

  private func variable(_ name: String) -> UnsafeMutablePointer<Int32>? {
    dlsym(library, "fake_\(name)")?.assumingMemoryBound(to: Int32.self)
  }

  /// Waits for a write, and returns whether one has begun.
  package func waitForWrite() throws -> Bool {
    guard let address = dlsym(library, "fake_wait_for_write") else { throw Failure("too old") }
    return unsafeBitCast(address, to: (@convention(c) () -> Int32).self)() != 0
  }

  /// Lets one held write continue.
  package func release() throws {
    guard let address = dlsym(library, "fake_release") else { throw Failure("too old") }
    unsafeBitCast(address, to: (@convention(c) () -> Void).self)()
  }
}
