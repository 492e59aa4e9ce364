internal import CLibudev
internal import Glibc
internal import Linux

/// The graphics cards of this machine.
final class UdevCards: CardSystem {
  private let udev: OpaquePointer
  private let access: DeviceAccess
  private var monitor: OpaquePointer?
  private weak var loop: EventLoop?
  private let store: DescriptorStore?

  /// - Parameters:
  ///   - access: How to open the cards.
  ///   - store: Keeps cards open after this program exits; nil to keep none.
  /// - Throws: An error if libudev runs out of memory.
  init(access: DeviceAccess, store: DescriptorStore? = nil) throws(SystemError) {
    self.access = access
    self.store = store
    var context: OpaquePointer?
    try check("udev_new") {
      context = udev_new()
      return context == nil ? -1 : Int32(0)
    }
    guard let context else { preconditionFailure("check throws when there is no context") }
    udev = context
  }

  deinit {
    unwatch()
    udev_unref(udev)
  }

  func cards(seat: String) throws(SystemError) -> [String] {
    guard let enumeration = udev_enumerate_new(udev) else {
      throw SystemError(call: "udev_enumerate_new", code: ENOMEM)
    }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, "drm")
    // Not render nodes (renderD128). Connectors (card0-HDMI-A-1) match but have no device file.
    udev_enumerate_add_match_sysname(enumeration, "card[0-9]*")
    try check("udev_enumerate_scan_devices") {
      udev_enumerate_scan_devices(enumeration) < 0 ? -1 : Int32(0)
    }
    var paths: [String] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      if let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
        if let path = path(of: device), self.seat(of: device) == seat { paths.append(path) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return paths
  }

  /// Returns the device file; nil for connectors, which have none.
  private func path(of device: OpaquePointer) -> String? {
    udev_device_get_devnode(device).map { String(cString: $0) }
  }

  private func seat(of device: OpaquePointer) -> String {
    udev_device_get_property_value(device, "ID_SEAT").map { String(cString: $0) } ?? "seat0"
  }

  func deviceFile(named name: String) -> String {
    let path = name.contains("/") ? name : "/dev/dri/\(name)"
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  func open(_ path: String) throws(SystemError) -> any DRMDevice {
    let name = Self.name(of: path)
    if let kept = store?.takeDescriptor(named: name) {
      if Self.isDevice(kept.number, at: path) { return LinuxDRMDevice(takingOver: kept) }
      // The kernel renumbers cards at boot and when one is plugged in.
      store?.remove(name)
    }
    return try LinuxDRMDevice(opening: path, by: access)
  }

  func keep(_ device: any DRMDevice, at path: String) {
    store?.keep(device.descriptor, name: Self.name(of: path))
  }

  func forget(_ path: String) { store?.remove(Self.name(of: path)) }

  /// Returns the last part of the path, such as `card0`.
  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  private static func isDevice(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_rdev == named.st_rdev
  }

  func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, let group = getgrgid(status.st_gid) else { return nil }
    return String(cString: group.pointee.gr_name)
  }

  func holders(of path: String) -> [CardHolder] {
    ProcessList.holders(of: path)
  }

  // MARK: Events

  func watch(
    on loop: EventLoop, handler: @escaping (CardEvent) -> Void
  ) throws(SystemError) {
    // Without a running udevd, as in a small container, only the kernel sends events.
    let source = Glibc.access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(udev, source) else {
      throw SystemError(call: "udev_monitor_new_from_netlink", code: ENOMEM)
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else {
      udev_monitor_unref(monitor)
      throw SystemError(call: "udev_monitor_enable_receiving", code: EPERM)
    }
    self.monitor = monitor
    self.loop = loop
    try loop.watch(udev_monitor_get_fd(monitor), for: .readable) { [weak self] _ in
      self?.receive(handler)
    }
  }

  func unwatch() {
    guard let monitor else { return }
    loop?.unwatch(udev_monitor_get_fd(monitor))
    udev_monitor_unref(monitor)
    self.monitor = nil
  }

  private func receive(_ handler: (CardEvent) -> Void) {
    // The handler may call `unwatch`.
    Self.receiveAll({ if monitor != nil { handler($0) } }) {
      guard let monitor else { return .nothing }
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        return errno == ENOBUFS ? .loss : .nothing
      }
      defer { udev_device_unref(device) }
      return .message(event(of: device))
    }
  }

  /// Passes on pending events, each distinct one once.
  ///
  /// Checking a cable takes milliseconds, and a loose one may cause many events. Removed cards come
  /// first, because others may have replaced them. Lost events are reported once, after the rest.
  static func receiveAll(
    _ handler: (CardEvent) -> Void, next: () -> DeviceMessages<CardEvent>.Reception
  ) {
    let (events, isComplete) = DeviceMessages.collect(next)
    var removed: [CardEvent] = []
    var others: [CardEvent] = []
    for event in events {
      if case .removed = event {
        if !removed.contains(event) { removed.append(event) }
      } else if !others.contains(event) {
        others.append(event)
      }
    }
    for event in removed + others { handler(event) }
    if !isComplete { handler(.missed) }
  }

  private func event(of device: OpaquePointer) -> CardEvent? {
    guard let path = path(of: device), let action = udev_device_get_action(device) else {
      return nil
    }
    switch String(cString: action) {
    case "add": return .added(path)
    case "remove": return .removed(path)
    case "change":
      let isHotplug = udev_device_get_property_value(device, "HOTPLUG").map(String.init(cString:))
      return isHotplug == "1" ? .changed(path) : nil
    default: return nil
    }
  }
}
