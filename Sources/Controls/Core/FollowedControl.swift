internal import Layout

/// Several targets of one knob: the first is believed, and the others follow.
///
/// | # | input | effect |
/// |---|---|---|
/// | 1 | a request of the panel | to all targets |
/// | 2 | a report of the first | to the panel, which decides what the followers get (`follow`) |
/// | 3 | the first was muted or unmuted elsewhere | the followers that have a mute follow |
/// | 4 | a level or mute reported by a follower | none: it is set at the next change |
/// | 5 | a follower is lost, unknown or back | `follower`, once for each change; the knob stays usable |
/// | 6 | the first level of the first, or of a follower | none: nothing jumps when a target appears |
///
/// Each target has its own exchange, so that a slow one delays no other.
final class FollowedControl: Control {
  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }

  private let first: any Control
  private let followers: [any Control]
  /// Why each follower cannot be set; nil if it can, or has not reported yet.
  private var reasons: [String?]
  private var isMuted: Bool?

  init(_ first: any Control, followers: [any Control]) {
    (self.first, self.followers) = (first, followers)
    reasons = Array(repeating: nil, count: followers.count)
    name = ([first] + followers).map(\.name).joined(separator: ", then ")
  }

  private var all: [any Control] { [first] + followers }

  func beginOpening() {
    for control in all { control.beginOpening() }
  }

  /// Opens all targets; an error that a target may resolve itself does not hide one that it may not.
  func open() throws {
    var firstError: (any Error)?
    for control in all {
      do {
        try control.open()
      } catch {
        let isPermanent = (error as? any ControlError)?.isTemporary != true
        let wasPermanent = firstError.map { ($0 as? any ControlError)?.isTemporary != true }
        if firstError == nil || isPermanent && wasPermanent == false { firstError = error }
      }
    }
    if let firstError { throw firstError }
  }

  func start() {
    first.onEvent = { [unowned self] event in handle(event) }
    for (index, follower) in followers.enumerated() {
      follower.onEvent = { [unowned self] event in handle(event, ofFollower: index) }
    }
    for control in all { control.start() }
  }

  func set(level: Double, isFinal: Bool) {
    for control in all { control.set(level: level, isFinal: isFinal) }
  }

  func set(isMuted: Bool) {
    self.isMuted = isMuted
    for control in all { control.set(isMuted: isMuted) }
  }

  func follow(level: Double) {
    for control in followers { control.set(level: level, isFinal: true) }
  }

  func stop() {
    for control in all { control.stop() }
    reasons = reasons.map { _ in nil }
    isMuted = nil
  }

  private func handle(_ event: ControlEvent) {
    if case .muted(let isMuted) = event {
      if let known = self.isMuted, known != isMuted {
        for control in followers { control.set(isMuted: isMuted) }
      }
      self.isMuted = isMuted
    }
    onEvent(event)
  }

  private func handle(_ event: ControlEvent, ofFollower index: Int) {
    let name = followers[index].name
    switch event {
    case .level, .text: note(nil, of: index)
    case .unknown(let reason), .offline(let reason): note(reason, of: index)
    case .unreadable(let reason): onEvent(.unreadable(reason: "\(name): \(reason)"))
    case .muted, .follower, .described: break
    }
  }

  private func note(_ reason: String?, of index: Int) {
    guard reasons[index] != reason else { return }
    reasons[index] = reason
    onEvent(.follower(name: followers[index].name, reason: reason))
  }
}
