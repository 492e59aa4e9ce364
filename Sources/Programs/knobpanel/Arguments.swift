public import ArgumentParsing
public import Display
internal import Gesture
internal import Layout
public import Raster

extension PixelSize: ArgumentValue {
  /// "800x480".
  public init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// "800x480".
  public var argumentText: String { "\(width)x\(height)" }
}

extension Rotation: ArgumentValue {}

extension ModeRequest: LosslessStringConvertible, ArgumentValue {}

/// A knob's id and the value to show, or its name: "volume=42", "speakers=B".
struct KnobSetting: ArgumentValue {
  var knob: String
  var value: String

  init?(argument: String) {
    // The id may contain an equals sign; the value cannot.
    guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex else { return nil }
    knob = String(argument[..<sign])
    value = String(argument[argument.index(after: sign)...])
    if value.isEmpty { return nil }
  }

  var argumentText: String { "\(knob)=\(value)" }
}

/// A command-line argument for a point in design pixels: "400,230".
struct PointArgument: ArgumentValue {
  var point: DesignPoint

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]),
      x.isFinite, y.isFinite
    else { return nil }
    point = DesignPoint(x: x, y: y)
  }

  var argumentText: String { "\(point.x),\(point.y)" }
}

/// A time of the day: "21:30".
struct DayTimeArgument: ArgumentValue {
  /// Minutes since midnight.
  var minute: Int

  init?(argument: String) {
    guard let minute = DayTimes.minutes(argument) else { return nil }
    self.minute = minute
  }

  var argumentText: String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }
}

/// Permissions of a file: "0600" or "660".
struct FileMode: ArgumentValue {
  var bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  init?(argument: String) {
    guard let bits = UInt32(argument, radix: 8), bits <= 0o777, argument.utf8.count <= 4 else {
      return nil
    }
    self.bits = bits
  }

  /// Four octal digits.
  var argumentText: String {
    let digits = String(bits, radix: 8)
    return String(repeating: "0", count: max(4 - digits.utf8.count, 0)) + digits
  }
}

/// A number of bytes: "4096", "64K" or "16M".
struct ByteCount: ArgumentValue {
  var bytes: Int

  init?(argument: String) {
    let units = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0.uppercased()] }
    guard let number = Int(unit == nil ? argument : String(argument.dropLast())), number > 0
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  init(mebibytes: Int) {
    bytes = mebibytes << 20
  }

  /// In the largest unit that gives a whole number.
  var argumentText: String {
    if bytes % (1 << 30) == 0 { return "\(bytes >> 30)G" }
    if bytes % (1 << 20) == 0 { return "\(bytes >> 20)M" }
    if bytes % (1 << 10) == 0 { return "\(bytes >> 10)K" }
    return "\(bytes)"
  }
}
