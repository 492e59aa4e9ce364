import PNG
import Raster

extension FuzzTarget {
  /// A PNG file; a picture that can be read is the same after writing it.
  static let picture = FuzzTarget(name: "picture", longestInput: 600) { bytes in
    _ = PNGPicture.otherKind(of: bytes)
    let image: Image
    do throws(PNGError) {
      image = try PNGPicture.image(bytes, areaLimit: 1 << 16)
    } catch {
      try require(!error.description.isEmpty, "an error without words")
      return
    }
    try require(image.size.width * image.size.height <= 1 << 16, "more pixels than the limit")
    let picture = try PNGPicture.decode(bytes)
    try require(picture.size == image.size, "two sizes")
    let written = try PNGPicture.decode(PNGPicture.encode(picture))
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let index = y * picture.stride + x
        try require(
          (written.pixels[index] ^ picture.pixels[index]) & 0xFF_FFFF == 0,
          "another colour at \(x), \(y) after writing")
      }
    }
  }
}
