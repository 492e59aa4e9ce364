internal import Controls
internal import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Program

/// Announces the panel's items and their states to services, and carries out their commands.
final class PanelAnnouncement {
  private let remote: PanelRemote
  private let loop: EventLoop
  private let log: Logger
  private var services: [any PanelService] = []
  private var entities: [(entity: PanelEntity, item: ControlItem?)] = []
  private(set) var screenshots: Screenshots?
  /// The screenshot taken last, as PNG in base64.
  private var screenshot: String?
  /// The last logged error of a command.
  private var refused = ""

  init(_ remote: PanelRemote, loop: EventLoop, log: Logger) {
    (self.remote, self.loop, self.log) = (remote, loop, log)
  }

  /// Serves the shown layout over exactly these services.
  func serve(_ new: [any PanelService]) {
    guard !new.isEmpty || !services.isEmpty else { return }
    let old = services
    services = new
    entities = new.isEmpty ? [] : remote.layout.entities
    for service in new { service.announce(entities.map(\.entity)) }
    update()
    for service in new where !old.contains(where: { $0 === service }) {
      service.onCommand = { [unowned self] index, command in perform(command, index) }
      service.onReport = { [log] line in log.warning("\(line)") }
      service.start()
    }
  }

  /// Passes the current states to the services.
  func update() {
    guard !services.isEmpty else { return }
    for (index, (entity, item)) in entities.enumerated() {
      let state = state(of: entity, item)
      let isAvailable = item.map { remote.isAvailable($0) || isPush($0) } ?? true
      for service in services { service.update(index, state, isAvailable: isAvailable) }
    }
  }

  /// Stops all services when the panel ends.
  func stop() {
    for service in services { service.stop(remaining: nil) }
    (services, entities, screenshots) = ([], [], nil)
  }

  private func state(of entity: PanelEntity, _ item: ControlItem?) -> PanelEntity.State {
    switch entity.target {
    case .screen: return .on(remote.isScreenOn)
    case .brightness: return .number(remote.brightness)
    case .lastTouch: return remote.lastTouchSeconds.map { .moment($0) } ?? .none
    case .layout: return .word(remote.layoutFault ?? "good")
    case .screenshot: return screenshot.map { .picture($0) } ?? .none
    case .knob, .button, .page, .reload, .takeScreenshot: break
    }
    switch (item, entity.kind) {
    case (.knob(let index), .choice(let words)):
      let choice = Int(exactly: remote.value(ofKnob: index).rounded()) ?? 0
      return words.indices.contains(choice) ? .word(words[choice]) : .none
    case (.knob(let index), .word):
      let knob = remote.layout.knobs[index]
      return knob.sector(remote.value(ofKnob: index)).map { .word($0) } ?? .none
    case (.knob(let index), _): return .number(remote.value(ofKnob: index))
    case (.button(let index), .toggle): return .on(remote.isOn(button: index))
    case (nil, .choice(let words)):
      return words.indices.contains(remote.shownPage) ? .word(words[remote.shownPage]) : .none
    default: return .none
    }
  }

  /// Whether an item is a button that can be pressed although its target's value is unknown.
  private func isPush(_ item: ControlItem) -> Bool {
    guard case .button(let index) = item, remote.layout.buttons[index].kind != .toggle else {
      return false
    }
    if case .unknown = remote.targetState(of: item) { return true }
    return false
  }

  private func perform(_ command: PanelEntity.Command, _ index: Int) {
    guard entities.indices.contains(index) else { return }
    let (entity, item) = entities[index]
    do throws(Problem) {
      switch (entity.target, command) {
      case (.knob(let id), .number(let value)): try remote.set(knob: id, to: limited(value, entity))
      case (.knob(let id), .choice(let choice)):
        try remote.set(knob: id, to: .value(Double(choice)))
      case (.button(let id), .press): try remote.press(button: id)
      case (.button(let id), .on(let isWanted)):
        guard case .button(let button)? = item, remote.isOn(button: button) != isWanted else {
          return
        }
        try remote.press(button: id)
      case (.page, .choice(let choice)): try remote.show(page: remote.layout.pages[choice].id)
      case (.screen, .on(let isWanted)): remote.set(screen: isWanted)
      case (.brightness, .number(let percent)): remote.set(brightness: percent)
      case (.reload, .press): remote.reload()
      case (.takeScreenshot, .press): takeScreenshot()
      default: return
      }
    } catch {
      // The client sees the unchanged state, and may repeat the command many times a second.
      guard error.message != refused else { return }
      refused = error.message
      log.info("Home Assistant: \(error.message)")
    }
  }

  private func takeScreenshot() {
    // Cleared first, so that an identical picture is sent again.
    screenshot = nil
    update()
    let screenshots =
      self.screenshots
      ?? Screenshots(byteLimit: PanelEntity.pictureByteLimit, loop: loop) { [remote] in
        remote.frame
      }
    self.screenshots = screenshots
    screenshots.ask(for: self) { [unowned self] answer in
      switch answer {
      case .success(let shot):
        screenshot = shot.text
        update()
      case .failure(let problem): log.warning("Home Assistant: \(problem.message)")
      }
    }
  }

  private func limited(_ value: Double, _ entity: PanelEntity) -> KnobChange {
    guard case .number(let range, _) = entity.kind else { return .value(value) }
    return .value(min(max(value, range.lowerBound), range.upperBound))
  }
}
