internal import Controls
internal import Diagnostics
internal import Gesture
internal import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Program

/// Announces the panel's items and their states to services, and carries out their commands.
final class PanelAnnouncement {
  private unowned let application: Application
  private var services: [any PanelService] = []
  private var entities: [(entity: PanelEntity, item: ControlItem?)] = []
  private(set) var screenshots: Screenshots?
  /// The screenshot taken last, as PNG in base64.
  private var screenshot: String?
  /// The last logged error of a command.
  private var refused = ""
  /// The zero point of event times.
  private let origin: Timestamp

  init(of application: Application) {
    self.application = application
    origin = application.loop.now
  }

  /// Serves the shown layout over exactly these services.
  func serve(_ new: [any PanelService]) {
    guard !new.isEmpty || !services.isEmpty else { return }
    let old = services
    services = new
    entities = new.isEmpty ? [] : application.layout.entities
    for service in new { service.announce(entities.map(\.entity)) }
    update()
    for service in new where !old.contains(where: { $0 === service }) {
      service.onCommand = { [unowned self] index, command in perform(command, index) }
      service.onReport = { [log = application.log] line in log.warning("\(line)") }
      service.start()
    }
  }

  /// Passes the current states to the services.
  func update() {
    guard !services.isEmpty else { return }
    for (index, (entity, item)) in entities.enumerated() {
      let state = state(of: entity, item)
      let isAvailable = item.map { application.isAvailable($0) || isPush($0) } ?? true
      for service in services { service.update(index, state, isAvailable: isAvailable) }
    }
  }

  /// Passes events of a panel with this layout to the services.
  func publish(_ events: [PanelEvent], of layout: LayoutDocument) {
    guard !services.isEmpty else { return }
    let loop = application.loop
    let clock = EventClock(
      origin: origin, utcOffsetMicroseconds: WallClockTimer.utcMicroseconds - loop.nowMicroseconds)
    for event in events {
      let line = VisibleText.escapedJSON(event.json(of: layout, clock: clock))
      for service in services { service.publish(event: line) }
    }
  }

  /// Stops all services when the panel ends.
  func stop() {
    for service in services { service.stop(remaining: nil) }
    (services, entities, screenshots) = ([], [], nil)
  }

  private func state(of entity: PanelEntity, _ item: ControlItem?) -> PanelEntity.State {
    let (panel, layout) = (application.panel, application.layout)
    switch entity.target {
    case .screen: return .on(!application.screen.isOff)
    case .brightness: return .number(application.brightness)
    case .lastTouch: return application.lastTouchSeconds.map { .moment($0) } ?? .none
    case .layout: return .word(application.reloader?.fault?.line ?? "good")
    case .screenshot: return screenshot.map { .picture($0) } ?? .none
    case .knob, .reading, .button, .page, .reload, .takeScreenshot: break
    }
    switch (item, entity.kind) {
    case (.knob(let index), .choice(let words)):
      let choice = Int(exactly: panel.value(ofKnob: index).rounded()) ?? 0
      return words.indices.contains(choice) ? .word(words[choice]) : .none
    case (.knob(let index), .word):
      let knob = layout.knobs[index]
      return knob.sector(panel.value(ofKnob: index)).map { .word($0) } ?? .none
    case (.knob(let index), _): return .number(panel.value(ofKnob: index))
    case (.reading(let index), _):
      return panel.reading(ofKnob: index).map { .number($0) } ?? .none
    case (.button(let index, _), .toggle): return .on(panel.isOn(button: index))
    case (nil, .choice(let words)):
      return words.indices.contains(panel.shownPage) ? .word(words[panel.shownPage]) : .none
    default: return .none
    }
  }

  /// Whether an item is a button that can be pressed although its target's value is unknown.
  private func isPush(_ item: ControlItem) -> Bool {
    guard case .button(let index, _) = item, application.layout.buttons[index].kind != .toggle
    else { return false }
    if case .unknown = application.state(of: item) { return true }
    return false
  }

  private func perform(_ command: PanelEntity.Command, _ index: Int) {
    guard entities.indices.contains(index) else { return }
    let (entity, item) = entities[index]
    do throws(Problem) {
      switch (entity.target, command) {
      case (.knob(let id), .number(let value)):
        try set(id, to: limited(value, entity))
      case (.knob(let id), .choice(let choice)):
        try set(id, to: Double(choice))
      case (.button(let id), .press): try application.press(button: id, from: .homeAssistant)
      case (.button(let id), .on(let isWanted)):
        guard case .button(let button, _)? = item,
          application.panel.isOn(button: button) != isWanted
        else { return }
        try application.press(button: id, from: .homeAssistant)
      case (.page, .choice(let choice)):
        try application.show(page: application.layout.pages[choice].id, from: .homeAssistant)
      case (.screen, .on(let isWanted)): application.set(screen: isWanted, from: .homeAssistant)
      case (.brightness, .number(let percent)):
        application.set(brightness: percent, from: .homeAssistant)
      case (.reload, .press): application.reloader?.reloadThrottled()
      case (.takeScreenshot, .press): takeScreenshot()
      default: return
      }
    } catch {
      // The client sees the unchanged state, and may repeat the command many times a second.
      guard error.message != refused else { return }
      refused = error.message
      application.log.info("Home Assistant: \(error.message)")
    }
  }

  private func set(_ knob: String, to value: Double) throws(Problem) {
    try application.set(
      [KnobSetting(knob: knob, .number(value))], over: 0, from: .homeAssistant)
  }

  private func takeScreenshot() {
    // Cleared first, so that an identical picture is sent again.
    screenshot = nil
    update()
    let screenshots =
      self.screenshots
      ?? Screenshots(byteLimit: PanelEntity.pictureByteLimit, loop: application.loop) {
        [scene = application.scene] in scene.frame
      }
    self.screenshots = screenshots
    screenshots.ask(for: self) { [unowned self] answer in
      switch answer {
      case .success(let shot):
        screenshot = shot.text
        update()
      case .failure(let problem):
        application.log.warning("Home Assistant: \(problem.message)")
      }
    }
  }

  private func limited(_ value: Double, _ entity: PanelEntity) -> Double {
    guard case .number(let range, _) = entity.kind else { return value }
    return min(max(value, range.lowerBound), range.upperBound)
  }
}
