import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Settings of an earlier program that would change the panel's appearance are neutral while it
/// shows, and restored afterwards.
@Suite struct LeftoverTests {
  struct Leftover: CustomStringConvertible {
    var object: UInt32
    var property: String
    /// Nil for a blob.
    var value: UInt64?
    var neutral: UInt64
    var description: String { property }
  }

  static let leftovers = [
    Leftover(object: 40, property: "GAMMA_LUT", neutral: 0),
    Leftover(object: 40, property: "DEGAMMA_LUT", neutral: 0),
    Leftover(object: 40, property: "CTM", neutral: 0),
    Leftover(object: 40, property: "VRR_ENABLED", value: 1, neutral: 0),
    Leftover(object: 20, property: "HDR_OUTPUT_METADATA", neutral: 0),
    Leftover(object: 20, property: "Colorspace", value: 9, neutral: 0),
    Leftover(object: 50, property: "rotation", value: 4, neutral: 1),
    Leftover(object: 50, property: "alpha", value: 0x7FFF, neutral: 0xFFFF),
  ]

  @Test(arguments: leftovers)
  func leftoversAreNeutralizedAndRestored(_ this: Leftover) throws {
    let card = try FakeCard.ordinary()
    let bytes: [UInt8] = [1, 2, 3, 4]
    if let value = this.value {
      card[this.object, this.property] = value
    } else {
      card.leave(bytes, in: this.object, this.property)
    }
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture())
    #expect(card[this.object, this.property] == this.neutral)
    try rig.showAll(try rig.picture())
    rig.display.close()
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    let restored = try #require(card[this.object, this.property])
    if let value = this.value {
      #expect(restored == value)
    } else {
      // The kernel freed the program's own blob when its last use ended; this is a copy.
      #expect(card.blobs[UInt32(restored)] == bytes)
    }
  }

  @Test func allLeftoversTogetherLeakNoBlob() throws {
    let card = try FakeCard.ordinary()
    for leftover in Self.leftovers {
      if let value = leftover.value {
        card[leftover.object, leftover.property] = value
      } else {
        card.leave([7], in: leftover.object, leftover.property)
      }
    }
    let before = card.blobs.count
    do {
      let rig = try Rig(FakeMachine(card))
      try rig.showAll(try rig.picture())
      rig.display.close()
    }
    // The console's mode blob belongs to the program that set it, so the copy is one more.
    #expect(card.blobs.count == before + 1)
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
  }

  /// If there is no memory for a copy, the console is restored without its colour correction.
  @Test func aBlobThatCannotBeCopiedIsLeftNeutral() throws {
    let card = try FakeCard.ordinary()
    card.leave([1], in: 40, "CTM")
    let rig = try Rig(FakeMachine(card))
    card.fail("blob", with: ENOMEM, times: .max)
    try rig.showAll(try rig.picture())
    card.clearFailures()
    rig.display.close()
    #expect(card[40, "CTM"] == 0)
  }
}
