/// The parameter of a MIDI device that a knob drives.
enum MIDIParameter: Hashable, Sendable {
  /// A 7-bit controller, 0…127.
  case controller(UInt8)
  /// The controllers n and n + 32 (n is 0…31) as one 14-bit controller. The upper 7 bits are sent
  /// first.
  case pair(UInt8)
  /// A non-registered parameter, 0…16383. Controllers 99 and 98 select it; controller 6 sets its
  /// value, and with 14 bits also controller 38.
  case nonRegistered(UInt16, bits: Int)

  /// The highest value.
  var highest: Int {
    switch self {
    case .controller: 127
    case .pair: 16_383
    case .nonRegistered(_, let bits): bits == 7 ? 127 : 16_383
    }
  }

  /// The parameter's name in messages.
  var title: String {
    switch self {
    case .controller(let number), .pair(let number): "controller \(number)"
    case .nonRegistered(let number, _): "NRPN \(number)"
    }
  }

  /// Calls `send` with the control changes that set a value, in order.
  func forEachChange(_ value: Int, _ send: (_ controller: UInt8, _ value: UInt8) -> Void) {
    let upper = UInt8(truncatingIfNeeded: value >> 7 & 127)
    let lower = UInt8(truncatingIfNeeded: value & 127)
    switch self {
    case .controller(let number): send(number, lower)
    case .pair(let number):
      send(number, upper)
      send(number + 32, lower)
    case .nonRegistered(let number, let bits):
      send(99, UInt8(truncatingIfNeeded: number >> 7 & 127))
      send(98, UInt8(truncatingIfNeeded: number & 127))
      send(6, bits == 7 ? lower : upper)
      if bits == 14 { send(38, lower) }
    }
  }
}

/// Reads the value of a parameter from the control changes of its channel, without I/O.
///
/// | parameter | control changes | value |
/// |---|---|---|
/// | controller 7 | 7: 100 | 100 |
/// | pair 7 and 39 | 7: 100 | 12800; none if the device has ever sent 39 |
/// | pair 7 and 39 | 39: 5 | 12805 |
/// | NRPN 300, 14 bits | 99: 2, 98: 44, 6: 100, 38: 5 | 12805 |
/// | NRPN 300 | 101: 0, 100: 0, 6: 100 | none: a registered parameter is selected |
struct MIDIReader {
  let parameter: MIDIParameter
  private var upper: UInt8?
  /// Whether the device sends the lower bits; if so, the upper bits alone are incomplete.
  private var hasLower = false
  /// The selected NRPN, to which controllers 6 and 38 apply; nil if a registered parameter is
  /// selected, or nothing is.
  private var selectedUpper: UInt8?
  private var selectedLower: UInt8?

  init(_ parameter: MIDIParameter) {
    self.parameter = parameter
  }

  /// Processes a control change; returns the value if it completes one.
  mutating func process(controller: UInt8, value: UInt8) -> Int? {
    let value = value & 127
    switch parameter {
    case .controller(let number): return controller == number ? Int(value) : nil
    case .pair(let number):
      if controller == number { return process(upper: value) }
      return controller == number + 32 ? process(lower: value) : nil
    case .nonRegistered(let number, let bits):
      switch controller {
      case 99: selectedUpper = value
      case 98: selectedLower = value
      case 100, 101: (selectedUpper, selectedLower) = (nil, nil)
      case 6 where isSelected(number): return bits == 7 ? Int(value) : process(upper: value)
      case 38 where isSelected(number) && bits == 14: return process(lower: value)
      default: break
      }
      return nil
    }
  }

  private func isSelected(_ number: UInt16) -> Bool {
    guard let selectedUpper, let selectedLower else { return false }
    return UInt16(selectedUpper) << 7 | UInt16(selectedLower) == number
  }

  private mutating func process(upper value: UInt8) -> Int? {
    upper = value
    return hasLower ? nil : Int(value) << 7
  }

  private mutating func process(lower value: UInt8) -> Int? {
    hasLower = true
    return upper.map { Int($0) << 7 | Int(value) }
  }
}
