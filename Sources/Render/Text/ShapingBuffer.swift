internal import CHarfBuzz

/// A glyph of a line and its position, in 64ths of a pixel from the line's origin.
struct PlacedGlyph {
  var face: FontFace
  var glyph: UInt32
  var x: Int
  var y: Int
}

/// Owns a HarfBuzz buffer, which is reused for each item.
final class ShapingBuffer {
  private let pointer: OpaquePointer

  init() {
    // Never null: HarfBuzz returns an inert buffer when out of memory.
    pointer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(pointer)
  }

  /// Shapes one item at `x`, appends its glyphs, and returns the position of the next one.
  func shape(
    _ item: TextItem, _ face: FontFace, tabularFigures: Bool, from x: Int,
    into glyphs: inout [PlacedGlyph]
  ) -> Int {
    hb_buffer_clear_contents(pointer)
    var text = item.text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        hb_buffer_add_utf8(pointer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    hb_buffer_set_direction(pointer, item.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(
      pointer, item.script == HB_SCRIPT_COMMON ? HB_SCRIPT_LATIN : item.script)
    hb_buffer_set_language(pointer, hb_language_get_default())
    // In colour fonts, ignorable glyphs are removed, since their advances are not set to zero.
    hb_buffer_set_flags(
      pointer, face.isColor ? HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES : HB_BUFFER_FLAG_DEFAULT)
    if tabularFigures {
      var feature = hb_feature_t(
        tag: ShapingBuffer.tabularFigures, value: 1, start: 0, end: UInt32.max)
      hb_shape(face.shaper, pointer, &feature, 1)
    } else {
      hb_shape(face.shaper, pointer, nil, 0)
    }
    return append(face, from: x, to: &glyphs)
  }

  private func append(_ face: FontFace, from x: Int, to glyphs: inout [PlacedGlyph]) -> Int {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(pointer, &count),
      let positions = hb_buffer_get_glyph_positions(pointer, &count)
    else { return x }
    var pen = x
    for index in 0..<Int(count) {
      if face.isColor {
        // HarfBuzz has no advances for pictures.
        let glyph = infos[index].codepoint
        glyphs.append(PlacedGlyph(face: face, glyph: glyph, x: pen, y: 0))
        pen += face.picture(of: glyph).advance64
        continue
      }
      let position = positions[index]
      glyphs.append(
        PlacedGlyph(
          face: face, glyph: infos[index].codepoint, x: pen + Int(position.x_offset),
          y: Int(position.y_offset)))
      pen += Int(position.x_advance)
    }
    return pen
  }

  /// The OpenType feature "tnum".
  private static let tabularFigures: hb_tag_t = 0x746E_756D
}
