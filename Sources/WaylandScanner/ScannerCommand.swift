internal import Glibc
internal import Linux

/// `WaylandScanner OUTPUT.swift PROTOCOL.xml…`: turns descriptions of Wayland protocols into Swift.
///
/// A build tool, run by the plug-in `WaylandProtocols`. It writes Swift because the package manager
/// does not compile C that a plug-in makes.
@main
struct ScannerCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, arguments.count > 1 else {
      fail("usage: WaylandScanner OUTPUT.swift PROTOCOL.xml…", status: 2)
    }
    do {
      var interfaces: [InterfaceDescription] = []
      for path in arguments.dropFirst() { interfaces += try read(path) }
      let text = try SwiftText.write(interfaces)
      try write(text, to: output)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func read(_ path: String) throws -> [InterfaceDescription] {
    let bytes = try WholeFile.read(path, limit: 16 << 20)
    do {
      return try InterfaceDescription.all(in: try ProtocolElement.read(bytes))
    } catch {
      throw ProtocolError(description: "\(path): \(error)")
    }
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try check("write", path) {
        rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let line = Array("WaylandScanner: error: \(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}
