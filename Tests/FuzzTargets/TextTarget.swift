import Raster
import Synchronization
import Text

extension FuzzTarget {
  /// A line of text in the fonts of this machine: style, then UTF-8.
  static let text = FuzzTarget(name: "text", longestInput: 300) { bytes in
    var input = FuzzInput(bytes)
    let weights: [TextStyle.Weight] = [.light, .regular, .medium, .semiBold]
    let kind = input.byte()
    var style = TextStyle(
      weight: weights[Int(kind & 3)], pixelSize: 0.5 + Float(input.byte()) / 4,
      tabularFigures: kind & 4 != 0)
    if kind & 8 != 0 { style.phase = Float(input.byte()) / 128 - 1 }
    if kind & 16 != 0 { style.pixelSize *= 4 }
    if kind & 32 != 0 { style.pixelSize = [.nan, .infinity, -1, 0][Int(kind >> 6)] }
    let text = String(decoding: input.rest, as: UTF8.self)
    try typesetter.withLock { typesetter in
      let mask = typesetter.mask(for: text, style: style)
      try check(mask)
      let again = typesetter.mask(for: text, style: style)
      try require(
        mask.coverage == again.coverage && mask.advance == again.advance, "two masks differ")
      try require(typesetter.capHeight(of: style).isFinite, "no height")
    }
  }

  private static func check(_ mask: TextMask) throws {
    try require(
      mask.coverage.count == mask.size.width * mask.size.height, "not a byte for each pixel")
    try require(
      mask.advance.isFinite && mask.originX.isFinite && mask.originY.isFinite,
      "its position is not finite")
    let side = PixelSize(width: 40, height: 20)
    guard let frame = PixelBuffer(size: side) else { return }
    Canvas(frame).draw(mask, at: PixelPoint(x: 3.5, y: 14), color: Color(0x12_3456), contrast: 0.4)
  }

  /// Shared by all inputs, because loading the fonts takes long.
  private static let typesetter = Mutex(FontTypesetter())
}
