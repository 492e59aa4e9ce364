internal import Gesture
internal import Linux
internal import Raster
internal import Touch

/// A seat's touchscreen and mouse (`wl_seat`).
///
/// Each added touchscreen or mouse gets a new device number, so that contacts of a removed device
/// are never confused with those of the next one.
final class SeatInput {
  let registryName: UInt32
  private let seat: WlSeat
  private unowned let touch: WaylandTouch
  /// Returns the window whose input is used; nil while there is none.
  private let window: () -> Window?
  private let hidesPointer: Bool

  private var touchscreen: (object: WlTouch, contacts: ContactCollector)?
  private var mouse: (object: WlPointer, contacts: ContactCollector, wheel: WheelTurn)?
  /// The mouse position on the window, in surface coordinates; nil if it is elsewhere.
  private var pointer: (x: Double, y: Double)?
  /// Fractions of wheel notches that have not turned a dial yet.
  private var notches = 0.0

  init(
    _ seat: WlSeat, registryName: UInt32, touch: WaylandTouch, hidesPointer: Bool,
    window: @escaping () -> Window?
  ) {
    self.seat = seat
    self.registryName = registryName
    self.touch = touch
    self.hidesPointer = hidesPointer
    self.window = window
    seat.onEvent { [unowned self] event in
      if case .capabilities(let capabilities) = event { adapt(to: capabilities) }
    }
  }

  /// Delivers collected changes without a frame event: weston sends none when the last finger
  /// lifts, and some compositors never send one.
  func finishFrames() {
    touchscreen?.contacts.finish(touch.deliver)
    mouse?.contacts.finish(touch.deliver)
  }

  /// Cancels all contacts; the devices stay.
  func cancelAll() {
    touchscreen?.contacts.cancelAll(time: now, touch.deliver)
    mouse?.contacts.cancelAll(time: now, touch.deliver)
  }

  /// Removes the devices and cancels their contacts.
  func removeDevices() {
    removeTouchscreen()
    removeMouse()
  }

  private func adapt(to capabilities: UInt32) {
    if capabilities & WlSeat.Capability.touch == 0 {
      removeTouchscreen()
    } else if touchscreen == nil {
      let object = seat.getTouch()
      object.onEvent { [unowned self] event in self.handle(event) }
      touchscreen = (object, ContactCollector(device: touch.makeDeviceNumber()))
    }
    if capabilities & WlSeat.Capability.pointer == 0 {
      removeMouse()
    } else if mouse == nil {
      let object = seat.getPointer()
      object.onEvent { [unowned self] event in self.handle(event) }
      mouse = (
        object, ContactCollector(device: touch.makeDeviceNumber()),
        WheelTurn(device: touch.makeDeviceNumber())
      )
    }
  }

  private func removeTouchscreen() {
    touchscreen?.contacts.cancelAll(time: now, touch.deliver)
    touchscreen = nil
  }

  private func removeMouse() {
    mouse?.contacts.cancelAll(time: now, touch.deliver)
    mouse = nil
    pointer = nil
  }

  private var now: Timestamp { Timestamp(microseconds: MonotonicClock.microseconds) }

  private func moment(_ milliseconds: UInt32) -> Timestamp {
    Timestamp(
      microseconds: EventClock.microseconds(
        fromMilliseconds: milliseconds, now: MonotonicClock.microseconds))
  }

  // MARK: Touchscreen

  private func handle(_ event: WlTouch.Event) {
    guard let window = window() else { return }
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      guard window.surface.is(surface) else { return }
      touchscreen?.contacts.down(id, at: window.fraction(x: x, y: y), time: moment(time))
    case .motion(let time, let id, let x, let y):
      touchscreen?.contacts.moved(id, to: window.fraction(x: x, y: y), time: moment(time))
    case .up(_, let time, let id):
      touchscreen?.contacts.up(id, time: moment(time))
    case .frame:
      touchscreen?.contacts.finish(touch.deliver)
    case .cancel:
      touchscreen?.contacts.cancelAll(time: now, touch.deliver)
    default: break
    }
  }

  // MARK: Mouse

  /// `BTN_LEFT` from `linux/input-event-codes.h`.
  private static let leftButton: UInt32 = 0x110

  private func handle(_ event: WlPointer.Event) {
    guard let window = window() else { return }
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard window.surface.is(surface) else { return }
      pointer = (x, y)
      if hidesPointer {
        mouse?.object.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
      }
    case .leave:
      pointer = nil
      mouse?.contacts.cancelAll(time: now, touch.deliver)
    case .motion(let time, let x, let y):
      guard pointer != nil else { return }
      pointer = (x, y)
      mouse?.contacts.moved(0, to: window.fraction(x: x, y: y), time: moment(time))
    case .button(_, let time, Self.leftButton, let state):
      guard let pointer else { return }
      if state == WlPointer.ButtonState.pressed {
        let point = window.fraction(x: pointer.x, y: pointer.y)
        mouse?.contacts.down(0, at: point, time: moment(time))
      } else {
        mouse?.contacts.up(0, time: moment(time))
      }
    case .axis(let time, WlPointer.Axis.verticalScroll, let value):
      turnWheel(by: value, time: moment(time))
    case .frame:
      mouse?.contacts.finish(touch.deliver)
    default: break
    }
    // Before version 5, there is no frame event.
    if mouse?.object.proxy.version ?? 0 < 5 { mouse?.contacts.finish(touch.deliver) }
  }

  /// Turns the dial under the mouse.
  ///
  /// Compositors send 10 per notch, positive downward; downward turns counter-clockwise. Less than
  /// a notch is accumulated, because so little would count as a finger at rest.
  private func turnWheel(by value: Double, time: Timestamp) {
    guard value.isFinite else { return }
    notches -= value / 10
    guard abs(notches) >= 1 else { return }
    let turned = notches
    notches = 0
    guard let window = window(), let pointer, let mouse, mouse.contacts.isEmpty,
      let dial = touch.dialAt(window.fraction(x: pointer.x, y: pointer.y))
    else { return }
    let size = window.geometry.logicalSize
    let frames = mouse.wheel.frames(
      turning: dial, notches: turned, aspect: Double(size.width) / Double(size.height),
      time: time.microseconds)
    for frame in frames { touch.deliver(frame) }
  }
}
