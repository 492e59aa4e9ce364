extension PNGPicture {
  /// Returns the format of a file that is not a PNG, from its first bytes; nil for a PNG or an
  /// unknown format.
  public static func otherKind(of bytes: [UInt8]) -> String? {
    guard !bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    let kinds: [(start: [UInt8], name: String)] = [
      ([0xFF, 0xD8, 0xFF], "a JPEG"), (Array("GIF8".utf8), "a GIF"), (Array("BM".utf8), "a BMP"),
      (Array("RIFF".utf8), "a WebP"), (Array("<svg".utf8), "an SVG"), (Array("<?xml".utf8), "XML"),
      (Array("%PDF".utf8), "a PDF"), ([0x49, 0x49, 0x2A], "a TIFF"),
      ([0x4D, 0x4D, 0x00], "a TIFF"),
    ]
    return kinds.first { bytes.starts(with: $0.start) }?.name
  }
}
