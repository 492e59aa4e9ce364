internal import YAML

extension RecordingDraft {
  /// Reads the YAML of libinput-record(1), skipping unknown keys.
  mutating func readLibinputRecord(_ bytes: [UInt8]) {
    var yaml = YAMLParser(bytes[...])
    do throws(YAMLSyntaxError) {
      try readRoot(&yaml)
    } catch {
      warn(line: error.line, "is not YAML (\(error.problem)); the rest is ignored")
    }
  }

  private mutating func readRoot(_ yaml: inout YAMLParser) throws(YAMLSyntaxError) {
    guard try yaml.enterDocument() else { return }
    try yaml.entries { key, yaml throws(YAMLSyntaxError) in
      switch key {
      case "version":
        // Increases only with changes that break older readers (libinput-record(1)).
        if yaml.text() != "1" { warn(line: yaml.line, "is not version 1, the supported version") }
        try yaml.skip()
      case "devices":
        try yaml.items { yaml throws(YAMLSyntaxError) in
          if addDevice() {
            try readDevice(&yaml)
          } else {
            warn(line: yaml.line, "exceeds the limit of devices; skipped")
            try yaml.skip()
          }
        }
      default: try yaml.skip()
      }
    }
  }

  private mutating func readDevice(_ yaml: inout YAMLParser) throws(YAMLSyntaxError) {
    try yaml.entries { key, yaml throws(YAMLSyntaxError) in
      switch key {
      case "evdev": try readDescription(&yaml)
      case "events": try readEvents(&yaml)
      default: try yaml.skip()
      }
    }
  }

  private mutating func readDescription(_ yaml: inout YAMLParser) throws(YAMLSyntaxError) {
    try yaml.entries { key, yaml throws(YAMLSyntaxError) in
      switch key {
      case "name":
        // A scalar can span lines, but messages with the name are one line.
        let lines = yaml.text(byteLimit: RecordedDevice.nameByteLimit)
          .split(whereSeparator: \.isNewline)
        let name = lines.joined(separator: " ")
        describe { $0.name = name }
        try yaml.skip()
      case "absinfo":
        try readAxes(&yaml)
      default: try yaml.skip()
      }
    }
  }

  private mutating func readAxes(_ yaml: inout YAMLParser) throws(YAMLSyntaxError) {
    var numbers: [Int64] = []
    try yaml.entries { code, yaml throws(YAMLSyntaxError) in
      let line = yaml.line
      try yaml.readNumbers(into: &numbers)
      guard let code = UInt16(code), numbers.count >= 2,
        let minimum = Int32(exactly: numbers[0]), let maximum = Int32(exactly: numbers[1])
      else { return warn(line: line, "is not an axis (code: [minimum, maximum, …]); skipped") }
      describe { $0.axes[code] = AxisRange(minimum: minimum, maximum: maximum, line: line) }
    }
  }

  private mutating func readEvents(_ yaml: inout YAMLParser) throws(YAMLSyntaxError) {
    var numbers: [Int64] = []
    try yaml.items { yaml throws(YAMLSyntaxError) in
      try yaml.entries { key, yaml throws(YAMLSyntaxError) in
        guard key == "evdev" else { return try yaml.skip() }
        try yaml.items { yaml throws(YAMLSyntaxError) in
          let line = yaml.line
          try yaml.readNumbers(into: &numbers)
          if !readEvent(numbers) {
            warn(
              line: line, "is not an event ([seconds, microseconds, type, code, value]); skipped")
          }
        }
      }
    }
  }

  private mutating func readEvent(_ numbers: [Int64]) -> Bool {
    guard numbers.count == 5, let type = UInt16(exactly: numbers[2]),
      let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
    else { return false }
    return addEvent(
      seconds: numbers[0], microseconds: numbers[1], type: type, code: code, value: value)
  }
}
