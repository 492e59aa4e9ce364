import GoldenPictures
import Raster
import Testing

/// Records an issue with both pictures if a picture differs from its golden one.
func expect(_ picture: PixelBuffer, equals golden: GoldenPicture) throws {
  guard let mismatch = try golden.mismatch(of: picture) else { return }
  Attachment.record(mismatch.actual, named: "actual.png")
  Attachment.record(mismatch.difference, named: "difference.png")
  Issue.record("\(mismatch.message)")
}
