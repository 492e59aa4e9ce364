extension RecordingDraft {
  /// Reads evemu's text: a description (`N: I: P: B: A: L: S:`), then events (`E:`).
  ///
  /// Types and codes are hexadecimal, values decimal; some versions pad them with zeros.
  mutating func readEvemu(_ bytes: [UInt8]) {
    _ = addDevice()
    var lines = Lines(bytes)
    var hasEvents = false
    while let line = lines.next() {
      guard let letter = EvemuLine.letter(of: line) else {
        let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if !isBlank, line.first != UInt8(ascii: "#") {
          warn(line: lines.number, "is not a line of a recording; skipped")
        }
        continue
      }
      var fields = EvemuLine(after: line)
      switch letter {
      case UInt8(ascii: "E"):
        if readEvent(&fields) {
          hasEvents = true
        } else {
          warn(
            line: lines.number,
            "is not an event (E: seconds.microseconds type code value); skipped")
        }
      case _ where hasEvents:
        warn(line: lines.number, "describes a device after its first event; skipped")
      case UInt8(ascii: "N"):
        describe { $0.name = fields.text(byteLimit: RecordedDevice.nameByteLimit) }
      case UInt8(ascii: "A"):
        if !readAxis(&fields, line: lines.number) {
          warn(line: lines.number, "is not an axis (A: code minimum maximum fuzz flat); skipped")
        }
      default:
        // Identity, properties, capabilities, lights and switches: the axes suffice.
        break
      }
    }
  }

  private mutating func readEvent(_ fields: inout EvemuLine) -> Bool {
    guard let time = fields.time(), let type = fields.hexadecimal(),
      let code = fields.hexadecimal(), let value = fields.decimal(), fields.isAtEnd()
    else { return false }
    return addEvent(
      seconds: time.seconds, microseconds: time.microseconds, type: type, code: code, value: value)
  }

  private mutating func readAxis(_ fields: inout EvemuLine, line: Int) -> Bool {
    guard let code = fields.hexadecimal(), let minimum = fields.decimal(),
      let maximum = fields.decimal()
    else { return false }
    describe { $0.axes[code] = AxisRange(minimum: minimum, maximum: maximum, line: line) }
    return true
  }
}
