/// The two numbers of a knob's own `center`.
struct WrittenCenter {
  var x: WrittenLength
  var y: WrittenLength

  /// Returns the centre written for a knob, or why it cannot be changed.
  ///
  /// | # | knob | result |
  /// |---|---|---|
  /// | 1 | `center` with two lengths | these lengths |
  /// | 2 | a `center` that is or contains an alias | refused: others would move with it |
  /// | 3 | another `center` | refused |
  /// | 4 | `repeat` | refused: one `center` positions several knobs |
  /// | 5 | `cell` | refused |
  /// | 6 | none of these, but a style or merged keys | refused |
  /// | 7 | none of the above | refused: its grid or another file positions it |
  static func find(
    in knob: PlacedText, _ scalars: [Unicode.Scalar]
  ) -> Result<WrittenCenter, CenterText.Refusal> {
    let reason: String
    guard case .mapping = knob else {
      return refused("the whole knob is an alias; write out its keys")
    }
    if knob["repeat"] != nil {
      return refused("it is one of several knobs of a `repeat`; change their `center` or `by`")
    }
    switch knob["center"] {
    case .sequence(let pair)?:
      if pair.count == 2, let x = WrittenLength(pair[0], scalars),
        let y = WrittenLength(pair[1], scalars)
      {
        return .success(WrittenCenter(x: x, y: y))
      }
      reason = "its `center` is not written as two lengths, such as [400, 240]; write out both"
    case .other?: reason = "its `center` is an alias; write out the two lengths"
    case .scalar?, .mapping?:
      reason = "its `center` is not written as two lengths, such as [400, 240]; write out both"
    case nil where knob["cell"] != nil:
      reason = "it is in a cell of the grid; change its `cell`, or use `center` instead"
    case nil where knob["use"] != nil || knob["<<"] != nil:
      reason = "its position comes from what it uses; give it its own `center`"
    case nil:
      reason = "it has no `center` here; change the grid or the file that sets its position"
    }
    return refused(reason)
  }

  private static func refused(_ reason: String) -> Result<Self, CenterText.Refusal> {
    .failure(CenterText.Refusal(reason: reason))
  }
}
