internal import Diagnostics
internal import Linux

extension PrivateText {
  /// Creates a text filter with the names and numbers of a machine.
  ///
  /// Files with serial numbers are read only here, to hide what they contain.
  init(of machine: Machine, environment: [String: String], files: SystemFiles) {
    add(machine.hostName, .host)
    add(machine.hostName.lowercased(), .host)
    for line in files.lines("/etc/passwd").prefix(Self.wordLimit) {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      // Accounts of services are the same on every machine.
      guard fields.count >= 7, let id = Int(fields[2]), (1000..<60_000).contains(id) else {
        continue
      }
      add(String(fields[0]), .user)
      // The full name, and in part: devices are often named after their owner.
      for name in fields[4].prefix(while: { $0 != "," }).split(separator: " ") {
        add(String(name), .user)
      }
    }
    for key in ["SUDO_USER", "LOGNAME", "USER"] {
      guard let name = environment[key], !Self.services.contains(name) else { continue }
      add(name, .user)
    }
    let serials =
      [
        "/etc/machine-id", "/proc/device-tree/serial-number", "/sys/class/dmi/id/product_serial",
        "/sys/class/dmi/id/board_serial", "/sys/class/dmi/id/chassis_serial",
        "/sys/class/dmi/id/product_uuid",
      ] + files.matches(of: "/sys/bus/usb/devices/*-*/serial")
    for path in serials {
      guard let serial = files.line(path).map({ $0.trimmingBlanks }), serial.utf8.count >= 5,
        serial.utf8.contains(where: \.isDigit)
      else { continue }
      add(serial, .serial)
    }
  }

  /// Users whose names say nothing about a person; `panel` is also a key of layouts.
  private static let services: Set = ["root", "knobpanel", "panel"]

  /// Adds the hosts, connections and users that a layout names, also below misspelt keys.
  mutating func add(namesOf layout: String) {
    let lines = layout.split(whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      for colon in bytes.indices where ":=".utf8.contains(bytes[colon]) {
        let key = bytes[..<colon].trimmed(of: " \"'").suffix(while: {
          $0.isOfWord || $0 == UInt8(ascii: "_")
        })
        guard Self.isNameKey(String(decoding: key, as: UTF8.self)) else { continue }
        var value = Self.value(in: bytes[(colon + 1)...])
        if value.isEmpty, number + 1 < lines.count {
          value = Self.value(in: Array(lines[number + 1].utf8)[...])
        }
        // An OSC address is a path on the desk.
        if !value.hasPrefix("/"), !Self.services.contains(value) { add(value, .address) }
      }
    }
  }

  /// Keys that are recognised even if misspelt: no other key of a layout is similar.
  private static let misspeltKeys = ["address", "broker", "host", "hostname", "server", "username"]
  private static let exactKeys: Set = ["desk", "ip", "location", "ssid", "url", "user"]

  private static func isNameKey(_ key: String) -> Bool {
    exactKeys.contains(key.lowercased()) || Spelling.closest(to: key, among: misspeltKeys) != nil
  }

  /// Returns the value at the start of a part of a line, without quotes.
  private static func value(in bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.drop { " \t-\"'[".utf8.contains($0) }
    return String(
      decoding: start.prefix { !" \t\"',}]#".utf8.contains($0) }, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(decoding: Array(utf8)[...].trimmed(of: " \t\0"), as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the part without these characters at its ends.
  fileprivate func trimmed(of characters: String) -> ArraySlice<UInt8> {
    let start = drop { characters.utf8.contains($0) }
    guard let end = start.lastIndex(where: { !characters.utf8.contains($0) }) else { return [] }
    return start[...end]
  }

  fileprivate func suffix(while isKept: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let cut = lastIndex { !isKept($0) }
    return cut.map { self[($0 + 1)...] } ?? self
  }
}
