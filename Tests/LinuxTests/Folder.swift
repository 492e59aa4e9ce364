import Glibc
import Linux
import Testing

/// A temporary folder, removed on deinit.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/knobpanel-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, let name = mkdtemp(base) else { return nil }
      return String(cString: name)
    }
    path = try #require(made)
  }

  func file(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws -> String {
    let path = path + "/" + name
    let file = try FileDescriptor.open(path, flags: O_CREAT | O_WRONLY, mode: mode)
    #expect(write(file.number, bytes, bytes.count) == bytes.count)
    return path
  }

  deinit {
    remove(recursively: path)
  }

  private func remove(recursively path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        if unlink(path + "/" + name) != 0 { remove(recursively: path + "/" + name) }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}

/// Returns the number of open descriptors whose target, as the kernel names it, matches.
func descriptorCount(where matches: (String) -> Bool) -> Int {
  guard let directory = opendir("/proc/self/fd") else { return -1 }
  defer { closedir(directory) }
  var count = 0
  var buffer = [CChar](repeating: 0, count: 4096)
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    let length = readlink("/proc/self/fd/" + name, &buffer, buffer.count - 1)
    guard length > 0 else { continue }
    let target = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if matches(target) { count += 1 }
  }
  return count
}
