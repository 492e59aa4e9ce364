import Foundation
import Testing

/// A temporary folder for the scripts and files of a test, removed on deinit.
final class TestFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file by opening, writing and closing it, as programs do.
  @discardableResult
  func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    let path = file(name)
    let bytes = Array(text.utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
    try #require(chmod(path, mode_t(mode)) == 0)
    return path
  }

  /// Writes a script for /bin/sh in which `$D` is this folder, and returns its path.
  func script(_ name: String, _ lines: String) throws -> String {
    try program(name, "#!/bin/sh\nD='\(path)'\n\(lines)\n")
  }

  /// Writes an executable file and returns its path.
  func program(_ name: String, _ text: String) throws -> String {
    let program = file(name)
    // Another process writes it: a child that another test starts meanwhile would inherit the
    // descriptor, and a file open for writing cannot be executed.
    let writer = try #require(popen("cat > '\(program)' && chmod 755 '\(program)'", "w"))
    fputs(text, writer)
    try #require(pclose(writer) == 0)
    return program
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  func lines(_ name: String) -> [String] {
    text(name).split(separator: "\n").map(String.init)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}
