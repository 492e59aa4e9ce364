import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Generated pictures with names as used in layouts.
final class TestPictures: PictureSource {
  /// The number of requests for each picture.
  private(set) var requested: [String: Int] = [:]
  private let images: [String: Image]

  init() throws {
    images = [
      "plate": try Self.plate(64, 0xFF60_5040), "cap": try Self.cap(48, 0xFF30_3038),
      "held": try Self.cap(48, 0xFF50_3018), "grey": try Self.cap(48, 0xFF80_8080),
      "gloss": try Self.gloss(48), "strip": try Self.strip(40, 11), "wide": try Self.wide(40, 11),
      "logo": try Self.plate(30, 0xFF20_80C0), "tile": try Self.tile(16),
      "hand": try Self.hand(48), "photo": try Self.photo(60, 30),
    ]
  }

  func image(_ path: String) -> Image? {
    requested[path, default: 0] += 1
    return images[path]
  }

  private static func make(
    _ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32
  ) throws -> Image {
    let pixels = (0..<height).flatMap { y in (0..<width).map { pixel($0, y) } }
    return try #require(
      Image(size: PixelSize(width: width, height: height), premultiplied: pixels))
  }

  /// The distance from the middle, as a fraction of half the side.
  private static func radius(_ x: Int, _ y: Int, _ side: Int) -> Float {
    let (dx, dy) = (Float(2 * x + 1 - side), Float(2 * y + 1 - side))
    return (dx * dx + dy * dy).squareRoot() / Float(side)
  }

  private static func plate(_ side: Int, _ color: UInt32) throws -> Image {
    try make(side, side) { x, y in
      guard radius(x, y, side) < 0.98 else { return 0 }
      return (x + y) % 8 == 0 ? 0xFFE0_D0A0 : color
    }
  }

  private static func cap(_ side: Int, _ color: UInt32) throws -> Image {
    try make(side, side) { x, y in
      guard radius(x, y, side) < 0.94 else { return 0 }
      return abs(x - side / 2) < 2 && y < side / 3 ? 0xFFFF_FFFF : color
    }
  }

  private static func hand(_ side: Int) throws -> Image {
    try make(side, side) { x, y in
      abs(2 * x + 1 - side) < 6 && y > 2 && y < side / 3 ? 0xFFFF_4020 : 0
    }
  }

  private static func gloss(_ side: Int) throws -> Image {
    try make(side, side) { x, y in
      guard radius(x, y, side) < 0.9, y < side / 2 else { return 0 }
      return 0x4040_4040
    }
  }

  private static func frame(_ x: Int, _ y: Int, _ index: Int, of count: Int, _ side: Int) -> UInt32
  {
    guard radius(x, y, side) < 0.95 else { return 0 }
    return y > side - 1 - side * index / (count - 1) ? 0xFF40_E080 : 0xFF28_2C30
  }

  private static func strip(_ side: Int, _ count: Int) throws -> Image {
    try make(side, side * count) { frame($0, $1 % side, $1 / side, of: count, side) }
  }

  private static func wide(_ side: Int, _ count: Int) throws -> Image {
    try make(side * count, side) { frame($0 % side, $1, $0 / side, of: count, side) }
  }

  private static func tile(_ side: Int) throws -> Image {
    try make(side, side) { x, y in
      0xFF30_2018 + UInt32((x * 5 + y * 3) % 16) * 0x02_0202
    }
  }

  private static func photo(_ width: Int, _ height: Int) throws -> Image {
    try make(width, height) { x, y in
      0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y * 8) << 8 | ((x / 6 + y / 6) % 2 == 0 ? 0x80 : 0)
    }
  }
}

extension DrawingFixtures {
  static func skinned(
    _ x: Double, _ y: Double, _ diameter: Double, name: String? = nil, unit: String = "",
    _ skin: SkinLayout
  ) -> KnobLayout {
    var knob = knob(x, y, diameter, name: name, unit: unit)
    knob.skin = skin
    return knob
  }

  static func panelPicture(
    _ layout: LayoutDocument, _ pictures: TestPictures, display: PixelSize? = nil
  ) -> PanelPicture {
    let size =
      display ?? PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    return PanelPicture(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size),
      typesetter: BlockTypesetter(), pictures: pictures)
  }

  static let bakelite = SkinLayout(
    background: .init("plate"), rotating: .init("cap", others: [.held: "held"]),
    foreground: .init("gloss"))
}
