internal import Display
internal import Gesture
internal import Layout
internal import Panel
internal import PanelApplication
internal import Raster
internal import Touch
internal import WebServer

/// Handling of browsers' messages.
extension PreviewSession {
  func handle(_ message: BrowserMessage, of client: ClientID) {
    let device = Int32(truncatingIfNeeded: client.number)
    switch message {
    case .drawn(let sequence): browsers[client]?.drawn(sequence)
    case .touch(let frames):
      for frame in frames {
        touch.deliver(
          TouchFrame(
            time: loop.now.advanced(byMicroseconds: -frame.ageMicroseconds),
            changes: frame.changes.map { $0.change(ofDevice: device) }), of: device)
      }
    case .wheel(let position, let notches): turn(at: position, notches, device)
    case .turn(let id, let notches):
      guard let knob = scene.layout.knobs.first(where: { $0.id == id }), isShown(knob.page) else {
        return refuse(client, "there is no knob '\(id)' on the shown page")
      }
      turn(at: scene.panel.viewport.displayFraction(designPoint: knob.center), notches, device)
    case .press(let id):
      guard let button = scene.layout.buttons.first(where: { $0.id == id }), isShown(button.page)
      else { return refuse(client, "there is no button '\(id)' on the shown page") }
      press(at: scene.panel.viewport.displayFraction(designPoint: button.center), device)
    case .page(let page):
      guard scene.layout.pages.indices.contains(page) else {
        return refuse(client, "the layout has no page \(page)")
      }
      guard !scene.layout.pages[page].isLocked else {
        return refuse(client, "this page requires the PIN; open it on the panel")
      }
      scene.panel.set(page: page)
    case .view(let choice):
      if let theme = choice.theme, ThemeName(rawValue: theme) == nil {
        return refuse(client, "there is no theme '\(theme)'")
      }
      show(choice)
    case .outside(let id, let level):
      target(of: id, for: client)?.move(to: level)
    case .simulate(let id, let behavior):
      target(of: id, for: client)?.behavior = behavior
    case .save(let name, let version, let text): save(name, text, version: version, for: client)
    case .check(let name, let request, let text): check(name, text, request, for: client)
    case .move(let id, let position): move(id, to: position, for: client)
    }
  }

  private func target(of id: String, for client: ClientID) -> SimulatedTarget? {
    let knob = scene.layout.knobs.first { $0.id == id }
    let target = knob.flatMap { targets?.target(of: $0) }
    if target == nil { refuse(client, "the knob '\(id)' has no simulated control") }
    return target
  }

  private func isShown(_ page: Int?) -> Bool { page == nil || page == scene.panel.shownPage }

  private func turn(at position: DisplayFraction, _ notches: Double, _ device: Int32) {
    guard let dial = scene.panel.grip(at: position) else { return }
    let size = display.size
    // The contacts of a wheel belong to another device than those of fingers.
    let frames = WheelTurn(device: ~device).frames(
      turning: dial, notches: notches,
      aspect: Double(size.width) / Double(size.height), time: loop.now.microseconds)
    for frame in frames { touch.deliverWheel(frame) }
  }

  private func press(at position: DisplayFraction, _ device: Int32) {
    let contact = ContactID(device: ~device, slot: 0)
    for change in [ContactChange.down(contact, position), .up(contact)] {
      touch.deliverWheel(TouchFrame(time: loop.now, changes: [change]))
    }
  }
}

extension BrowserMessage.ContactAction {
  fileprivate func change(ofDevice device: Int32) -> ContactChange {
    switch self {
    case .down(let slot, let position): .down(ContactID(device: device, slot: slot), position)
    case .moved(let slot, let position): .moved(ContactID(device: device, slot: slot), position)
    case .up(let slot): .up(ContactID(device: device, slot: slot))
    case .cancelled(let slot): .cancelled(ContactID(device: device, slot: slot))
    }
  }
}

extension PhysicalSize {
  /// Creates the size of a display from its diagonal, for square pixels.
  init(diagonalInches: Double, of size: PixelSize) {
    let (width, height) = (Double(size.width), Double(size.height))
    let millimetres = diagonalInches * 25.4 / (width * width + height * height).squareRoot()
    self.init(width: width * millimetres, height: height * millimetres)
  }
}
