public import Layout

/// The common elements of a layout and the one before it.
///
/// Finding them takes time proportional to the size of the layouts, and is possible on any thread.
public struct LayoutMatch: Sendable {
  /// For each knob of the new layout, the index of the old knob with the same id; nil for none.
  let knobOrigins: [Int?]
  /// For each knob of the new layout, whether the old one behaves in the same way.
  var isSameKnob: [Bool]
  /// For each button of the new layout, the index of the old layout's button with the same id and
  /// action; nil for none.
  let buttonOrigins: [Int?]

  public init(from old: LayoutDocument, to new: LayoutDocument) {
    let knobs = Self.indices(old.knobs.map(\.id))
    let origins = new.knobs.map { knobs[$0.id] }
    knobOrigins = origins
    isSameKnob = zip(new.knobs, origins).map { knob, origin in
      origin.map { knob.behaves(like: old.knobs[$0]) } ?? false
    }
    let pages = new.pages.map { page in old.pages.firstIndex { $0.id == page.id } }
    let buttons = Self.indices(old.buttons.map(\.id))
    buttonOrigins = new.buttons.map { button in
      guard let origin = buttons[button.id], old.buttons[origin].kind == button.kind,
        old.buttons[origin].only == button.only,
        zip(old.buttons[origin].steps, button.steps).allSatisfy({
          $0 == $1.mapped(knobs: origins, pages: pages)
        }), old.buttons[origin].steps.count == button.steps.count
      else { return nil }
      return origin
    }
  }

  private static func indices(_ ids: [String]) -> [String: Int] {
    Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension KnobLayout {
  /// Returns whether the knob differs from that of another entry in nothing but its look.
  fileprivate func behaves(like other: KnobLayout) -> Bool {
    guard look.swapMicroseconds == other.look.swapMicroseconds else { return false }
    var other = other
    (other.look, other.skin, other.opacity) = (look, skin, opacity)
    (other.name, other.location, other.file) = (name, location, file)
    return self == other
  }
}

extension ButtonLayout.Action {
  /// Returns the action with mapped knob and page indices; nil if one has no counterpart.
  fileprivate func mapped(knobs indices: [Int?], pages: [Int?]) -> ButtonLayout.Action? {
    let mapped = knobs.compactMap { indices.indices.contains($0) ? indices[$0] : nil }
    guard mapped.count == knobs.count else { return nil }
    return switch self {
    case .page(.index(let page)):
      pages.indices.contains(page) ? pages[page].map { .page(.index($0)) } : nil
    case .page, .send, .keypad, .panel, .wait: self
    case .mute: .mute(mapped)
    case .reset: .reset(mapped)
    case .preset(let targets): .preset(Self.targets(targets, mapped))
    case .change(let targets): .change(Self.targets(targets, mapped))
    }
  }

  private static func targets(
    _ targets: [ButtonLayout.Target], _ knobs: [Int]
  ) -> [ButtonLayout.Target] {
    zip(targets, knobs).map { ButtonLayout.Target(knob: $1, value: $0.value) }
  }
}
