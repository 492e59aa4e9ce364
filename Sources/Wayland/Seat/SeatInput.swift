internal import Gesture
internal import Linux
internal import Raster

/// What a seat's fingers and mouse do to the panel's window (`wl_seat`).
///
/// Each touch screen or mouse that the seat gains gets a device number of its own, so that contacts
/// of a device that went away are never mistaken for those of the next.
final class SeatInput {
  let registryName: UInt32
  private let seat: WlSeat
  private unowned let touch: WaylandTouch
  /// The window on which input counts.
  private let window: () -> Window?
  private let hidesPointer: Bool

  private var fingers: (object: WlTouch, contacts: ContactCollector)?
  private var mouse: (object: WlPointer, contacts: ContactCollector, wheel: WheelTurn)?
  /// Where the mouse is on the window, in surface coordinates; nil elsewhere.
  private var pointer: (x: Double, y: Double)?
  /// How far the wheel has gone without having turned anything yet.
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

  /// Ends frames that the compositor left open after all that it had to say: weston sends none after
  /// the last finger has lifted, and others none at all.
  func finishFrames() {
    fingers?.contacts.finish(touch.deliver)
    mouse?.contacts.finish(touch.deliver)
  }

  /// The panel lets go of everything; the devices stay.
  func cancelAll() {
    let now = MonotonicClock.microseconds
    fingers?.contacts.cancel(time: now, touch.deliver)
    mouse?.contacts.cancel(time: now, touch.deliver)
  }

  /// The seat lost its devices; what they held is cancelled.
  func loseAll() {
    loseFingers()
    loseMouse()
  }

  private func adapt(to capabilities: UInt32) {
    if capabilities & WlSeat.Capability.touch == 0 {
      loseFingers()
    } else if fingers == nil {
      let object = seat.getTouch()
      object.onEvent { [unowned self] event in self.handle(event) }
      fingers = (object, ContactCollector(device: touch.makeDeviceNumber()))
    }
    if capabilities & WlSeat.Capability.pointer == 0 {
      loseMouse()
    } else if mouse == nil {
      let object = seat.getPointer()
      object.onEvent { [unowned self] event in self.handle(event) }
      mouse = (
        object, ContactCollector(device: touch.makeDeviceNumber()),
        WheelTurn(device: touch.makeDeviceNumber())
      )
    }
  }

  private func loseFingers() {
    fingers?.contacts.cancel(time: MonotonicClock.microseconds, touch.deliver)
    fingers = nil
  }

  private func loseMouse() {
    mouse?.contacts.cancel(time: MonotonicClock.microseconds, touch.deliver)
    mouse = nil
    pointer = nil
  }

  private func moment(_ milliseconds: UInt32) -> Int64 {
    EventClock.microseconds(fromMilliseconds: milliseconds, now: MonotonicClock.microseconds)
  }

  // MARK: Fingers

  private func handle(_ event: WlTouch.Event) {
    guard let window = window() else { return }
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      guard window.surface.is(surface) else { return }
      fingers?.contacts.down(id, at: window.fraction(x: x, y: y), time: moment(time))
    case .motion(let time, let id, let x, let y):
      fingers?.contacts.moved(id, to: window.fraction(x: x, y: y), time: moment(time))
    case .up(_, let time, let id):
      fingers?.contacts.up(id, time: moment(time))
    case .frame:
      fingers?.contacts.finish(touch.deliver)
    case .cancel:
      fingers?.contacts.cancel(time: MonotonicClock.microseconds, touch.deliver)
    default: break
    }
  }

  // MARK: The mouse as a finger

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
      mouse?.contacts.cancel(time: MonotonicClock.microseconds, touch.deliver)
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
    // Before version 5 the protocol had no frames.
    if mouse?.object.proxy.version ?? 0 < 5 { mouse?.contacts.finish(touch.deliver) }
  }

  /// Compositors send ten for a notch, downward positive; downward turns counter-clockwise.
  ///
  /// Less than a notch waits for more: a finger that moves so little counts as at rest.
  private func turnWheel(by value: Double, time: Int64) {
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
      time: time)
    for frame in frames { touch.deliver(frame) }
  }
}
