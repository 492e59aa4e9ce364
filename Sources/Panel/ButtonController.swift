internal import Gesture
internal import Layout

/// One button of a running panel: the finger on it, and the ways back from what it did.
///
/// Whether it is lit is not remembered here: the knobs say.
struct ButtonController {
  /// How far beyond its edge a finger may land, and how far it may slide and stay, and how near it
  /// must come to be on it again; in touch pixels.
  private static let landing = 8.0
  private static let leaving = 40.0
  private static let returning = 28.0

  let action: ButtonLayout.Action
  let kind: ButtonLayout.Kind
  /// The page it stands on; nil if it is on every one.
  let page: Int?
  private let center: DesignPoint
  private let halfWidth: Double
  private let halfHeight: Double
  private let pixel: Double

  private(set) var owner: ContactID?
  /// True while lifting the finger would act; for a momentary button while it acts.
  private(set) var isPressed = false
  /// By place among its knobs: how those it sent away go back.
  var waysBack: [UndoPoint?]

  /// - Parameter pixel: Design pixels of a touch pixel (`Viewport.touchPixel`).
  init(_ layout: ButtonLayout, pixel: Double) {
    action = layout.action
    kind = layout.kind
    page = layout.page
    center = layout.center
    halfWidth = layout.width / 2
    halfHeight = layout.height / 2
    self.pixel = pixel
    waysBack = Array(repeating: nil, count: layout.action.knobs.count)
  }

  /// One of the tabs.
  init(tab index: Int, of bar: TabBar, pixel: Double) {
    self.init(
      ButtonLayout(
        id: "", center: bar.center(ofTab: index), width: bar.width, height: bar.height,
        action: .page(.index(index))), pixel: pixel)
  }

  /// Design pixels from its edge; 0 on it.
  func distance(of point: DesignPoint) -> Double {
    let (x, y) = (
      max(abs(point.x - center.x) - halfWidth, 0), max(abs(point.y - center.y) - halfHeight, 0)
    )
    return (x * x + y * y).squareRoot()
  }

  /// The farthest that a finger which means it lands, in design pixels.
  var landingDistance: Double { Self.landing * pixel }

  mutating func press(_ contact: ContactID) {
    owner = contact
    isPressed = true
  }

  /// Goes on with the finger of an earlier button.
  mutating func takeFinger(of old: ButtonController) {
    owner = old.owner
    isPressed = old.isPressed
  }

  /// Follows its finger; true if that changed what lifting it would do.
  mutating func move(to point: DesignPoint) -> Bool {
    guard kind != .momentary else { return false }
    let distance = distance(of: point)
    let isOn = distance <= (isPressed ? Self.leaving : Self.returning) * pixel
    guard isOn != isPressed else { return false }
    isPressed = isOn
    return true
  }

  /// Lets its finger go; true if that was on it.
  mutating func release() -> Bool {
    defer {
      owner = nil
      isPressed = false
    }
    return isPressed
  }
}
