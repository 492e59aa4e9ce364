import Layout
import Raster
@testable import LayoutFile

/// Files and fonts that test layouts may name; nothing is opened.
enum TestAssets {
  static let environment: LayoutEnvironment = {
    var environment = LayoutEnvironment()
    environment.assets = assets
    return environment
  }()

  static let assets = LayoutAssets(
    picture: picture, font: font,
    families: { ["DejaVu Sans", "Inter", "Inter Display", "Noto Sans CJK"] }, secret: secret)

  @Sendable private static func secret(_ location: Secret) -> Result<String, UnreadableFile> {
    switch location {
    case .file("/etc/knobpanel/pin"): .success("4711")
    case .file("/etc/letters"): .success("47a1")
    case .environment("KNOBPANEL_PIN"): .success("081500")
    case .file(let path): .failure(UnreadableFile(reason: "\(path): No such file or directory"))
    case .environment(let name):
      .failure(UnreadableFile(reason: "there is no environment variable \(name)"))
    }
  }

  private static let pictures = [
    "logo.png": (160, 100), "wood.png": (192, 192), "cap.png": (240, 240),
    "cap-held.png": (240, 240), "plate.png": (320, 320), "gloss.png": (240, 240),
    "strip.png": (64, 640), "pictures/knob.png": (128, 128),
  ]

  /// Paths as the layouts have them, without a folder or in `folder/`.
  private static func name(_ path: String) -> String {
    path.hasPrefix("folder/") ? String(path.dropFirst(7)) : path
  }

  @Sendable private static func picture(
    _ path: String
  ) -> Result<PixelSize, LayoutAssets.Problem> {
    let name = name(path)
    if let (width, height) = pictures[name] {
      return .success(PixelSize(width: width, height: height))
    }
    switch name {
    case "photo.jpg":
      return .failure(.unusable("is a JPEG, not a PNG", hint: "export it as PNG"))
    case "half.png":
      return .failure(.unusable("is not a complete PNG (end of stream)", hint: "export it again"))
    case "huge.png":
      return .failure(
        .unusable(
          "has 40000 x 40000 px, more than can be shown",
          hint: "scale it to the size it is shown at"))
    case "pictures": return .failure(.unusable("is a directory", hint: "name a file"))
    case "/dev/zero": return .failure(.unusable("is a device", hint: "name a file"))
    default:
      let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
      let others = pictures.keys.filter { $0.hasPrefix(folder) }.sorted()
      return .failure(.missing(others: others.map { String($0.dropFirst(folder.count)) }))
    }
  }

  @Sendable private static func font(_ path: String) -> LayoutAssets.Problem? {
    switch name(path) {
    case "fonts/Bar.otf": nil
    case "./logo.png", "logo.png":
      .unusable(
        "is not a scalable font", hint: "name an OpenType or TrueType file (.otf, .ttf)")
    default: .missing(others: ["Bar.otf"])
    }
  }
}
