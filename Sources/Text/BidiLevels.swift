internal import CFriBidi

/// Which way each character of a line runs, as the Unicode bidirectional algorithm has it (UAX #9).
///
/// FriBidi knows its tables and all its rules; what a panel says in two scripts at once ("Küche"
/// and a number beside an Arabic word) needs most of them to stand in the right order.
enum BidiLevels {
  /// A level for each scalar of one paragraph, whose own direction is that of its first letter: an
  /// odd one runs from right to left.
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
    // Zero is that there was no memory: then everything runs from left to right.
    return highest > 0 ? levels.map(Int.init) : scalars.map { _ in 0 }
  }
}
