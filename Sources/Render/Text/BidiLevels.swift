internal import CFriBidi

/// The embedding levels of the characters of a line, by the Unicode bidirectional algorithm
/// (UAX #9), with FriBidi.
enum BidiLevels {
  /// Returns a level for each scalar of one paragraph, whose direction is that of its first letter;
  /// odd levels run from right to left.
  static func of(_ text: some Sequence<Unicode.Scalar>) -> [Int] {
    let scalars = text.map(\.value)
    guard !scalars.isEmpty, let count = Int32(exactly: scalars.count) else { return [] }
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
    fribidi_get_bidi_types(scalars, count, &types)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var direction = knobpanel_fribidi_first_letter
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    let highest = fribidi_get_par_embedding_levels_ex(
      types, brackets, count, &direction, &levels)
    // 0 means out of memory; everything then runs from left to right.
    return highest > 0 ? levels.map(Int.init) : scalars.map { _ in 0 }
  }
}
