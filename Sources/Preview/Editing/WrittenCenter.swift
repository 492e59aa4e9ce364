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
      return refused("all of it is a copy of something else; write its keys out")
    }
    if knob["repeat"] != nil {
      return refused("it is one of several that `repeat` makes; change their `center` or `by`")
    }
    switch knob["center"] {
    case .sequence(let pair)?:
      if pair.count == 2, let x = WrittenLength(pair[0], scalars),
        let y = WrittenLength(pair[1], scalars)
      {
        return .success(WrittenCenter(x: x, y: y))
      }
      reason = "its `center` is not written as two lengths, such as [400, 240]; write them out"
    case .other?: reason = "its `center` is a copy of another; write the two lengths out"
    case .scalar?, .mapping?:
      reason = "its `center` is not written as two lengths, such as [400, 240]; write them out"
    case nil where knob["cell"] != nil:
      reason = "it stands in a cell of the grid; change its `cell`, or write `center` instead"
    case nil where knob["use"] != nil || knob["<<"] != nil:
      reason = "its place comes from what it uses; give it a `center` of its own"
    case nil:
      reason = "it has no `center` here; change the grid or the file that places it"
    }
    return refused(reason)
  }

  private static func refused(_ reason: String) -> Result<Self, CenterText.Refusal> {
    .failure(CenterText.Refusal(reason: reason))
  }
}
