internal import CLibudev
internal import Gesture
internal import Glibc
internal import Linux

/// A seat's input devices, listed by udev.
final class UdevEncoders: EncoderSystem {
  private let seat: String
  private let access: DeviceAccess
  private var udev: OpaquePointer?
  private var monitor: OpaquePointer?
  private weak var loop: EventLoop?

  init(seat: String, access: DeviceAccess) {
    self.seat = seat
    self.access = access
  }

  deinit {
    unwatch()
  }

  func devices() -> [EncoderDescription] {
    guard let udev = try? Udev() else { return [] }
    var found: [EncoderDescription] = []
    try? udev.forEachEventDevice { device in
      guard (device.property("ID_SEAT") ?? "seat0") == seat, !device.isTouchscreen,
        let description = EncoderDescription(device)
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
    // "udev" messages follow udev's rules, which set permissions; "kernel" messages come before.
    guard let udev = udev_new(), let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      throw SystemError(call: "udev_monitor_new_from_netlink", code: ENOMEM)
    }
    (self.udev, self.monitor, self.loop) = (udev, monitor, loop)
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else {
      throw SystemError(call: "udev_monitor_enable_receiving", code: EPERM)
    }
    try loop.watch(udev_monitor_get_fd(monitor), for: .readable) { [weak self] _ in
      self?.receive(handler)
    }
  }

  func unwatch() {
    if let monitor {
      loop?.unwatch(udev_monitor_get_fd(monitor))
      udev_monitor_unref(monitor)
    }
    if let udev { udev_unref(udev) }
    (udev, monitor) = (nil, nil)
  }

  private func receive(_ handler: () -> Void) {
    Self.receiveAll(handler) {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        return errno == ENOBUFS ? .loss : .nothing
      }
      udev_device_unref(device)
      return .message(())
    }
  }

  /// Triggers one device search for all pending messages, and for lost ones, which may have been
  /// relevant.
  static func receiveAll(_ handler: () -> Void, next: () -> DeviceMessages<Void>.Reception) {
    let taken = DeviceMessages.collect(next)
    if !taken.contents.isEmpty || !taken.isComplete { handler() }
  }
}

extension EncoderDescription {
  /// Nil if it has no node, or no axis that could turn a knob.
  fileprivate init?(_ device: borrowing UdevDevice) {
    guard let node = device.node else { return nil }
    let relative = BitWords(device.inputAttribute("capabilities/rel"))
    let keys = BitWords(device.inputAttribute("capabilities/key"))
    let axes = EncoderInput.Axis.allCases.filter { axis in
      axis.relativeCode.map { relative.contains($0) } ?? keys.contains(Evdev.volumeUp)
    }
    guard !axes.isEmpty else { return nil }
    self.init(
      name: device.inputAttribute("name") ?? device.sysname, node: node,
      aliases: (device.property("DEVLINKS") ?? "").split(separator: " ").map(String.init),
      axes: axes)
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
