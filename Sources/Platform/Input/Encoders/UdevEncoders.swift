internal import CLinux
internal import Gesture
internal import Glibc
internal import Linux
internal import Udev

/// A seat's input devices, listed by udev.
final class UdevEncoders: EncoderSystem {
  private let seat: String
  private let access: DeviceAccess
  private var monitor: UdevMonitor?

  init(seat: String, access: DeviceAccess) {
    self.seat = seat
    self.access = access
  }

  func devices() -> [EncoderDescription] {
    guard let udev = try? UdevDatabase() else { return [] }
    var found: [EncoderDescription] = []
    try? udev.forEachEventDevice { device in
      guard device.seat == seat, !device.isTouchscreen, let description = EncoderDescription(device)
      else { return }
      found.append(description)
    }
    return found
  }

  func open(_ description: EncoderDescription) throws(SystemError) -> EncoderDevice {
    let file = try DeviceFile(
      opening: description.node, flags: O_RDONLY | O_NONBLOCK, by: access)
    return EncoderDevice(description, file: file)
  }

  func watch(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    // The kernel's messages come before udev's rules have set permissions.
    monitor = try UdevMonitor(of: "input", from: .daemon, on: loop) { [weak self] in
      Self.receiveAll(handler) { self?.monitor?.next { _ in () } ?? .nothing }
    }
  }

  func unwatch() { monitor = nil }

  /// Triggers one device search for all pending messages, and for lost ones, which may have been
  /// relevant.
  static func receiveAll(_ handler: () -> Void, next: () -> UdevMessages<Void>.Reception) {
    let taken = UdevMessages.collect(next)
    if !taken.contents.isEmpty || !taken.isComplete { handler() }
  }
}

extension EncoderDescription {
  /// Nil if it has no node, or neither an axis that could turn a knob nor a key.
  fileprivate init?(_ device: borrowing UdevDevice) {
    guard let node = device.node else { return nil }
    let relative = BitWords(device.inputAttribute("capabilities/rel"))
    let keys = BitWords(device.inputAttribute("capabilities/key"))
    let axes = EncoderInput.Axis.allCases.filter { axis in
      axis.relativeCode.map { relative.contains($0) } ?? keys.contains(Evdev.volumeUp)
    }
    let switches = BitWords(device.inputAttribute("capabilities/sw"))
    let codes =
      (0..<UInt16(CLINUX_KEY_COUNT)).filter(keys.contains).map(KeyInput.Code.key)
      + (0..<UInt16(CLINUX_SWITCH_COUNT)).filter(switches.contains).map(KeyInput.Code.switch)
    guard !axes.isEmpty || !codes.isEmpty else { return nil }
    self.init(
      name: device.inputAttribute("name") ?? device.sysname, node: node,
      aliases: (device.property("DEVLINKS") ?? "").split(separator: " ").map(String.init),
      axes: axes, keys: codes)
  }
}

/// A set of codes in sysfs format: hexadecimal words, the highest first (`input_print_bitmap`).
struct BitWords {
  private let words: [UInt]

  init(_ text: String?) {
    words = (text ?? "").split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  func contains(_ code: UInt16) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] >> UInt(bit) & 1 == 1
  }
}
