public import Gesture

/// One entry of `buttons:`.
public struct ButtonLayout: Sendable {
  /// How a press and what it does belong together.
  public enum Kind: String, CaseIterable, Sendable {
    /// It lasts as long as the finger stays.
    case momentary
    /// The next press takes it back.
    case toggle
    /// It is done, and that is all.
    case push
  }

  /// A picture beside its text, or instead of it.
  public enum Icon: String, CaseIterable, Sendable {
    case speaker, power, reset, left, right, up, down
  }

  /// What a press does; knobs are indices of the layout.
  public enum Action: Hashable, Sendable {
    /// To their lowest values, and back.
    case mute([Int])
    /// To their defaults, which they all have.
    case reset([Int])
    case preset([Target])
    case page(PageTarget)
  }

  /// The page that a button shows.
  public enum PageTarget: Hashable, Sendable {
    /// Index of the page.
    case index(Int)
    /// The one after the shown one, and the first after the last; or the other way round.
    case next, previous
  }

  /// Where a preset sends a knob.
  public struct Target: Hashable, Sendable {
    public var knob: Int
    /// Within the knob's range.
    public var value: Double

    public init(knob: Int, value: Double) {
      self.knob = knob
      self.value = value
    }
  }

  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// Design pixels.
  public var center: DesignPoint
  /// Design pixels, both positive.
  public var width: Double
  public var height: Double
  public var text: String
  public var icon: Icon?
  public var action: Action
  public var kind: Kind
  /// Index of the page it stands on; nil if it is on every one.
  public var page: Int?

  public init(
    id: String, center: DesignPoint, width: Double, height: Double, text: String = "",
    icon: Icon? = nil, action: Action, kind: Kind? = nil
  ) {
    self.id = id
    self.center = center
    self.width = width
    self.height = height
    self.text = text
    self.icon = icon
    self.action = action
    self.kind = kind ?? action.usualKind
  }
}

extension ButtonLayout.Action {
  /// What people expect of a button that does not say how it works.
  public var usualKind: ButtonLayout.Kind {
    switch self {
    case .mute: .toggle
    case .reset, .preset, .page: .push
    }
  }

  /// The knobs that it moves.
  public var knobs: [Int] {
    switch self {
    case .mute(let knobs), .reset(let knobs): knobs
    case .preset(let targets): targets.map(\.knob)
    case .page: []
    }
  }
}
