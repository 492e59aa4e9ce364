internal import Gesture
internal import Layout
internal import Touch

/// The steps of a touch trial, one after the other, and their results.
///
///     target 0 → … → target 4 → uppermost → (announcement → dark) for each way off → finished
///          └─ no touch in time, or touches that contradict each other → failed
struct TouchTrial {
  /// The step to show.
  enum Step: Equatable {
    /// The target with this index.
    case target(Int)
    /// Four circles, of which the user touches the uppermost.
    case uppermost
    /// An announcement that the screen is about to turn off in this way.
    case announcement(ScreenLayout.Off)
    /// Nothing: the screen is off in this way.
    case dark(ScreenLayout.Off)
    case finished
    case failed(Failure)
  }

  /// Why it ended without a result.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case noTouch(seconds: Int)
    case fit(TouchFit.Failure)

    /// What happened and what to do, in one line.
    var description: String {
      switch self {
      case .noTouch(let seconds):
        "no touch arrived for \(seconds) s; if somebody touched the screen, see the touchscreens "
          + "in `knobpanel devices`"
      case .fit(let failure): "\(failure)"
      }
    }
  }

  /// The number of touches on a dark screen.
  struct DarkTouches: Equatable {
    var way: ScreenLayout.Off
    var count: Int
  }

  /// How long the announcement is shown.
  static let announcementSeconds = 4
  /// How long the screen is off, unless it is touched often enough before.
  static let darkSeconds = 8
  /// The number of touches requested while the screen is off.
  static let darkTouches = 3
  /// The maximum distance of a touch from an edge's circle, as a fraction of the display.
  private static let edgeReach = 0.25

  private(set) var step = Step.target(0)
  /// When `tick` is due.
  private(set) var deadline: Timestamp
  /// The device of the first touch; others are ignored from then on.
  private(set) var device: Int32?
  private(set) var fit: TouchFit?
  /// The layout's `rotate:` in degrees, nil until the uppermost edge was touched.
  private(set) var rotate: Int?
  private(set) var dark: [DarkTouches] = []

  private let targets: [DisplayFraction]
  private let edges: [DisplayFraction]
  private var ways: ArraySlice<ScreenLayout.Off>
  private let seconds: Int
  private var pairs: [TouchFit.Pair] = []
  private var down: Set<ContactID> = []
  /// The contact that is evaluated, and its last position.
  private var contact: (id: ContactID, position: DisplayFraction)?

  /// Creates a trial at its first step.
  ///
  /// - Parameters:
  ///   - targets: The targets to touch, on the display.
  ///   - edges: The circles at the picture's top, right, bottom and left edge, on the display.
  ///   - ways: The ways to turn the screen off that are tried.
  ///   - seconds: How long to wait for a touch.
  ///   - now: When it begins.
  init(
    targets: [DisplayFraction], edges: [DisplayFraction], ways: [ScreenLayout.Off], seconds: Int,
    at now: Timestamp
  ) {
    (self.targets, self.edges, self.ways) = (targets, edges, ways[...])
    self.seconds = seconds
    deadline = now.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
  }

  /// Handles a frame of a touchscreen at the time `now`.
  mutating func handle(_ frame: TouchFrame, at now: Timestamp) {
    for change in frame.changes {
      switch change {
      case .down(let id, let position):
        if down.isEmpty { begin(id, position, at: now) }
        down.insert(id)
      case .moved(let id, let position):
        if contact?.id == id { contact?.position = position }
      case .up(let id):
        down.remove(id)
        guard let contact, contact.id == id else { continue }
        self.contact = nil
        lift(contact.id, contact.position, at: now)
      case .cancelled(let id):
        down.remove(id)
        if contact?.id == id { contact = nil }
      }
    }
  }

  /// Goes to the next step, or fails, if the deadline has passed.
  mutating func tick(at now: Timestamp) {
    guard now >= deadline else { return }
    switch step {
    case .target, .uppermost: step = .failed(.noTouch(seconds: seconds))
    case .announcement(let way):
      dark.append(DarkTouches(way: way, count: 0))
      go(to: .dark(way), for: Self.darkSeconds, at: now)
    case .dark: advance(at: now)
    case .finished, .failed: break
    }
  }

  /// Skips a way that turned out not to work.
  mutating func skip(_ way: ScreenLayout.Off, at now: Timestamp) {
    guard step == .dark(way) else { return }
    dark.removeAll { $0.way == way }
    advance(at: now)
  }

  private mutating func begin(_ id: ContactID, _ position: DisplayFraction, at now: Timestamp) {
    guard device == nil || device == id.device else { return }
    switch step {
    case .target, .uppermost:
      contact = (id, position)
      wait(seconds, at: now)
    case .dark:
      guard let last = dark.indices.last else { return }
      dark[last].count += 1
      if dark[last].count >= Self.darkTouches { advance(at: now) }
    case .announcement, .finished, .failed: break
    }
  }

  private mutating func lift(
    _ id: ContactID, _ position: DisplayFraction, at now: Timestamp
  ) {
    switch step {
    case .target(let index):
      device = id.device
      pairs.append(TouchFit.Pair(target: targets[index], touched: position))
      guard index + 1 == targets.count else {
        return go(to: .target(index + 1), for: seconds, at: now)
      }
      do throws(TouchFit.Failure) {
        fit = try TouchFit(pairs)
        go(to: .uppermost, for: seconds, at: now)
      } catch {
        step = .failed(.fit(error))
      }
    case .uppermost:
      guard let fit, let edge = edge(nearest: fit.matrix.apply(to: position)) else { return }
      rotate = edge * 90
      advance(at: now)
    case .announcement, .dark, .finished, .failed: break
    }
  }

  /// Returns the index of the circle nearest to a position; nil if it is out of reach.
  private func edge(nearest position: DisplayFraction) -> Int? {
    func distance(_ index: Int) -> Double {
      let (x, y) = (position.x - edges[index].x, position.y - edges[index].y)
      return (x * x + y * y).squareRoot()
    }
    return edges.indices.min { distance($0) < distance($1) }.flatMap {
      distance($0) <= Self.edgeReach ? $0 : nil
    }
  }

  /// Goes to the next way to turn the screen off, or finishes.
  private mutating func advance(at now: Timestamp) {
    guard let way = ways.popFirst() else {
      step = .finished
      return
    }
    go(to: .announcement(way), for: Self.announcementSeconds, at: now)
  }

  private mutating func go(to step: Step, for seconds: Int, at now: Timestamp) {
    self.step = step
    wait(seconds, at: now)
  }

  private mutating func wait(_ seconds: Int, at now: Timestamp) {
    deadline = now.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
  }
}
