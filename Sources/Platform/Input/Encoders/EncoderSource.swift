public import Gesture
public import Linux

/// A change of the encoder, wheel and key devices.
public enum EncoderEvent: Hashable, Sendable {
  /// A device was opened.
  case added(name: String, node: String)
  /// A used device was unplugged.
  case removed(name: String)
  /// A device is missing or unusable; the text says which one, why, and what to do.
  case trouble(String)
}

/// The encoders, wheels and keys that turn knobs or report a state, read from their event devices
/// (evdev).
///
/// libinput has no events for `REL_DIAL` or for `REL_X` of a device that is not a mouse, so the
/// devices are read directly. They may come and go at any time. Only the named ones are opened, and
/// none is grabbed: other programs receive their events, too.
///
/// Set the closures, then call `start` and `watch`.
public final class EncoderSource {
  /// Called with the index of a watched input, its action, and the time.
  public var onAction: (Int, EncoderAction, Timestamp) -> Void = { _, _, _ in }
  /// Called with the index of a watched key input when it goes down or up; nil if its device is not open.
  public var onKey: (Int, Bool?) -> Void = { _, _ in }
  /// Called when a device was added or removed, or is unusable.
  public var onEvent: (EncoderEvent) -> Void = { _ in }

  private let system: any EncoderSystem
  private let loop: EventLoop
  private var inputs: [EncoderInput] = []
  private var keys: [KeyInput] = []
  /// The last reported states of `keys`.
  private var keyStates: [Bool?] = []
  private var open: [EncoderDevice] = []
  /// The last reported reasons why devices are not open, by their names in the layout.
  private var reportedProblems: [String: String] = [:]
  /// The reports about missing axes.
  private var reportedAxes: Set<String> = []
  private var isSuspended = false
  private var isStarted = false

  /// Creates a source for the devices of a seat.
  ///
  /// - Parameters:
  ///   - seat: The seat's name, such as `seat0`.
  ///   - access: How to open device nodes.
  ///   - loop: The loop that watches them.
  public convenience init(
    seat: String = "seat0", access: DeviceAccess = .direct, loop: EventLoop
  ) {
    self.init(UdevEncoders(seat: seat, access: access), loop: loop)
  }

  init(_ system: any EncoderSystem, loop: EventLoop) {
    self.system = system
    self.loop = loop
  }

  deinit {
    closeDevices()
    system.unwatch()
  }

  /// Reads these inputs from now on, and no others.
  public func watch(_ inputs: [EncoderInput], keys: [KeyInput] = []) {
    guard inputs != self.inputs || keys != self.keys else { return }
    if keys != self.keys {
      self.keys = keys
      keyStates = keys.map { _ in nil }
    }
    self.inputs = inputs
    let names = names
    reportedProblems = reportedProblems.filter { name, _ in names.contains(name) }
    reportedAxes.removeAll()
    if !names.isEmpty { start() }
    follow()
  }

  /// Closes the devices until `resume`: their effects would not be visible.
  public func suspend() {
    isSuspended = true
    close()
  }

  /// Opens the devices again.
  public func resume() {
    guard isSuspended else { return }
    isSuspended = false
    follow()
  }

  /// How many axes or keys a message lists.
  private static let listedCount = 12
  private static let absence =
    "is not connected; it is used once plugged in (`knobpanel devices` lists the connected ones)"

  /// Starts monitoring devices; not called for panels without encoders.
  private func start() {
    guard !isStarted else { return }
    isStarted = true
    do throws(SystemError) {
      try system.watch(on: loop) { [unowned self] in follow() }
    } catch {
      onEvent(.trouble("input devices that are plugged in later will not be found: \(error)"))
    }
  }

  private func close() {
    closeDevices()
    reportKeys()
  }

  private func closeDevices() {
    for device in open { loop.unwatch(device.descriptor) }
    open.removeAll()
  }

  /// Reports each key input whose state has changed.
  private func reportKeys() {
    for (index, key) in keys.enumerated() {
      let devices = open.filter { $0.description.matches(key.device) }
      let state = devices.isEmpty ? nil : devices.contains { $0.isDown(key.code) }
      guard keyStates[index] != state else { continue }
      keyStates[index] = state
      onKey(index, state)
    }
  }

  /// Opens the devices that are now available, and closes those no longer needed.
  private func follow() {
    guard !isSuspended else { return }
    defer { reportKeys() }
    let found = names.isEmpty ? [] : system.devices()
    for device in open where !names.contains(where: device.description.matches) {
      remove(device)
    }
    for name in names {
      let matches = found.filter { $0.matches(name) }
      if matches.isEmpty { reportProblem(Self.absence, of: name) }
      for match in matches where hasInput(match, name: name) {
        if !open.contains(where: { $0.description.node == match.node }) {
          openDevice(match, name: name)
        }
      }
    }
  }

  /// The names of the devices, in layout order, each once.
  private var names: [String] {
    var known: Set<String> = []
    return (inputs.map(\.device) + keys.map(\.device)).filter { known.insert($0).inserted }
  }

  /// Reports an axis or a key that a device lacks; returns whether it has at least one of those needed.
  private func hasInput(_ description: EncoderDescription, name: String) -> Bool {
    let axes = inputs.filter { $0.device == name }.map(\.axis)
    let codes = keys.filter { $0.device == name }.map(\.code)
    let missing = axes.filter { !description.axes.contains($0) }
    let missingCodes = codes.filter { code in
      code.map { !description.keys.contains($0) } ?? description.keys.isEmpty
    }
    if let axis = missing.first?.rawValue {
      reportLack(of: axis, name: name, has: description.axes.map(\.rawValue))
    }
    if let code = missingCodes.first {
      reportLack(of: code?.text ?? "key", name: name, has: description.keys.map(\.text))
    }
    return missing.count + missingCodes.count < axes.count + codes.count
  }

  private func reportLack(of input: String, name: String, has others: [String]) {
    // A keyboard has a hundred keys.
    let list = others.prefix(Self.listedCount).map { "`\($0)`" }.joined(separator: ", ")
    let rest = others.count > Self.listedCount ? ", …" : ""
    let text =
      "input device “\(name)” has no `\(input)`"
      + (others.isEmpty ? "" : "; available: \(list)\(rest)")
    if reportedAxes.insert(text).inserted { onEvent(.trouble(text)) }
  }

  private func openDevice(_ description: EncoderDescription, name: String) {
    do throws(SystemError) {
      let device = try system.open(description)
      try loop.watch(device.descriptor, for: .readable) { [unowned self, unowned device] _ in
        read(device)
      }
      open.append(device)
      reportedProblems[name] = nil
      onEvent(.added(name: description.name, node: description.node))
    } catch {
      // The session is not active: the source will be resumed when it is.
      if error.isTemporary { return }
      let remedy =
        error.code == SystemError.accessDenied && error.call == "open"
        ? "; add the user to the group input (sudo usermod -aG input USER) and log in again" : ""
      reportProblem("cannot be opened: \(error)\(remedy)", of: name)
    }
  }

  private func reportProblem(_ text: String, of name: String) {
    guard reportedProblems[name] != text else { return }
    reportedProblems[name] = text
    onEvent(.trouble("input device “\(name)” \(text)"))
  }

  private func read(_ device: EncoderDevice) {
    do throws(SystemError) {
      try device.read(keysChanged: reportKeys) { axis, action, time in
        for (index, input) in inputs.enumerated()
        where device.description.matches(input.device) && (axis == nil || axis == input.axis) {
          onAction(index, action, time)
        }
      }
    } catch {
      remove(device)
      // Reported here, so the next search must not report it again.
      for name in names where device.description.matches(name) {
        reportedProblems[name] = Self.absence
      }
      if error.isRemoval {
        onEvent(.removed(name: device.description.name))
      } else {
        onEvent(
          .trouble("input device “\(device.description.name)” can no longer be read: \(error)"))
      }
    }
  }

  private func remove(_ device: EncoderDevice) {
    guard let index = open.firstIndex(where: { $0 === device }) else { return }
    loop.unwatch(device.descriptor)
    open.remove(at: index)
    reportKeys()
  }
}
