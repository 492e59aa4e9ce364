internal import Diagnostics

extension LookDraft {
  /// This look where it says something, and `base` where it does not, part by part.
  func over(_ base: LookDraft) -> LookDraft {
    var look = LookDraft()
    look.track = track.over(base.track) { $0.over($1) }
    look.progress = progress.over(base.progress) { $0.over($1) }
    look.pointer = pointer.over(base.pointer) { $0.over($1) }
    look.cap = cap.over(base.cap) { $0.over($1) }
    look.ticks = ticks.over(base.ticks) { $0.over($1) }
    look.glow = glow.over(base.glow) { $0.over($1) }
    look.detents = detents.over(base.detents)
    look.name = name.over(base.name)
    look.value = value.over(base.value)
    look.swap = swap.over(base.swap)
    return look
  }
}

extension Setting {
  fileprivate func over(_ base: Setting) -> Setting { isWritten ? self : base }

  /// Both, where both say something.
  fileprivate func over(_ base: Setting, _ merge: (Value, Value) -> Value) -> Setting {
    guard let value, let below = base.value else { return over(base) }
    return Setting(value: merge(value, below), keySpan: keySpan, span: span)
  }
}

extension TrackDraft {
  fileprivate func over(_ base: TrackDraft) -> TrackDraft {
    TrackDraft(
      isShown: isShown, width: width.over(base.width), color: color.over(base.color))
  }
}

extension ProgressDraft {
  /// Colours of one kind replace those of another.
  fileprivate func over(_ base: ProgressDraft) -> ProgressDraft {
    let hasColors = color.isWritten || gradient.isWritten || zones.isWritten
    var merged = hasColors ? self : base
    merged.isShown = isShown
    return merged
  }
}

extension PointerDraft {
  fileprivate func over(_ base: PointerDraft) -> PointerDraft {
    PointerDraft(shape: shape.over(base.shape), color: color.over(base.color))
  }
}

extension CapDraft {
  fileprivate func over(_ base: CapDraft) -> CapDraft {
    CapDraft(
      shape: shape.over(base.shape), color: color.over(base.color),
      shadow: shadow.over(base.shadow))
  }
}

extension TicksDraft {
  fileprivate func over(_ base: TicksDraft) -> TicksDraft {
    var merged = base
    if count.isWritten || every.isWritten || listed.isWritten {
      (merged.count, merged.every, merged.listed) = (count, every, listed)
    }
    merged.isShown = isShown
    merged.between = between.over(base.between)
    merged.labels = labels.over(base.labels)
    merged.color = color.over(base.color)
    return merged
  }
}

extension GlowDraft {
  fileprivate func over(_ base: GlowDraft) -> GlowDraft {
    GlowDraft(isShown: isShown, color: color.over(base.color))
  }
}
