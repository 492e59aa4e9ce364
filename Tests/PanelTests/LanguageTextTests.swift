import Diagnostics
import Foundation
import Gesture
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import PanelDrawing

/// Texts of many languages in all themes and on panels of many sizes: none is cut, covered or missing
/// unless `check` warns of it.
@Suite struct LanguageTextTests {
  /// Words of a panel in one language.
  struct Language: Sendable, CustomTestStringConvertible {
    var name: String
    /// The name of its locale.
    var code: String
    /// In place of the value of a knob that cannot be reached.
    var offline: String
    var rooms: [String]
    var scenes: [String]
    var label: String
    var button: String

    var testDescription: String { name }
  }

  static let languages = [
    Language(
      name: "German", code: "de", offline: "nicht erreichbar",
      rooms: ["Wohnzimmer", "Küche", "Gästebad"],
      scenes: ["Film", "Essen", "Lesen"],
      label: "Lautstärke", button: "Alles aus"),
    Language(
      name: "Finnish", code: "fi", offline: "ei yhteyttä",
      rooms: ["Olohuone", "Keittiö", "Kylpyhuone"],
      scenes: ["Elokuva", "Ateria", "Luku"],
      label: "Äänenvoimakkuus", button: "Kaikki pois"),
    Language(
      name: "French", code: "fr", offline: "hors ligne",
      rooms: ["Salle à manger", "Cuisine", "Entrée"],
      scenes: ["Film", "Dîner", "Lecture"], label: "Volume", button: "Tout éteindre"),
    Language(
      name: "Greek", code: "el", offline: "εκτός σύνδεσης",
      rooms: ["Σαλόνι", "Κουζίνα", "Μπάνιο"], scenes: ["Ταινία", "Δείπνο", "Ύπνος"],
      label: "Ένταση", button: "Κλείσιμο όλων"),
    Language(
      name: "Russian", code: "ru", offline: "не в сети",
      rooms: ["Гостиная", "Кухня", "Ванная"], scenes: ["Кино", "Ужин", "Сон"],
      label: "Громкость", button: "Выключить всё"),
    Language(
      name: "Arabic", code: "ar-EG", offline: "غير متصل",
      rooms: ["غرفة الجلوس", "المطبخ", "الحمام"],
      scenes: ["فيلم", "عشاء", "قراءة"],
      label: "الصوت", button: "إطفاء الكل"),
    Language(
      name: "Hebrew", code: "he", offline: "לא מקוון",
      rooms: ["סלון", "מטבח", "אמבטיה"], scenes: ["סרט", "ארוחה", "קריאה"],
      label: "עוצמה", button: "כבה הכל"),
    Language(
      name: "Hindi", code: "hi", offline: "ऑफ़लाइन",
      rooms: ["बैठक", "रसोई", "स्नानघर"], scenes: ["फ़िल्म", "भोजन", "पढ़ना"],
      label: "आवाज़", button: "सब बंद"),
    Language(
      name: "Thai", code: "th", offline: "ออฟไลน์",
      rooms: ["ห้องนั่งเล่น", "ครัว", "ห้องน้ำ"], scenes: ["หนัง", "อาหาร", "อ่าน"],
      label: "ระดับเสียง", button: "ปิดทั้งหมด"),
    Language(
      name: "Japanese", code: "ja", offline: "オフライン",
      rooms: ["リビング", "キッチン", "浴室"], scenes: ["映画", "食事", "読書"],
      label: "音量", button: "すべて消す"),
    Language(
      name: "Korean", code: "ko", offline: "오프라인",
      rooms: ["거실", "주방", "욕실"], scenes: ["영화", "식사", "독서"],
      label: "음량", button: "모두 끄기"),
    Language(
      name: "Chinese", code: "zh", offline: "离线",
      rooms: ["客厅", "厨房", "浴室"], scenes: ["电影", "用餐", "阅读"],
      label: "音量", button: "全部关闭"),
  ]

  static let sizes = [(320, 240), (480, 320), (800, 480), (1024, 600), (1280, 800), (1920, 1080)]
  static let scales = [0.8, 1, 1.3, 1.8]

  private static func layout(
    _ language: Language, _ theme: ThemeName, _ size: (width: Int, height: Int), _ scale: Double
  ) -> String {
    let unit = size.height / 20
    let knobs = zip(
      ["range: [-90, 6], unit: dB, decimals: 1", "unit: \"%\"", "range: [5, 35], unit: °C"],
      language.rooms
    )
    .enumerated().map { index, knob in
      "  k\(index): {cell: [\(index + 1), 1], name: \"\(knob.1)\", \(knob.0)}"
    }
    return """
      version: 1
      panel:
        size: [\(size.width), \(size.height)]
        theme: \(theme.rawValue)
        text_scale: \(scale)
        locale: \(language.code)
        words: {offline: \(language.offline)}
      grid: {columns: 4, margin: [\(unit), \(unit * 3), \(unit), \(unit * 5)], gap: \(unit)}
      knobs:
      \(knobs.joined(separator: "\n"))
        wheel: {cell: [4, 1], sectors: [\(language.scenes.joined(separator: ", "))]}
      labels:
        - {text: "\(language.label)", at: [\(unit), \(unit * 2)], size: \(unit), align: left}
      buttons:
        off: {text: "\(language.button)", center: [\(size.width / 2), \(size.height - unit * 3)], size: [\(size.width / 2), \(unit * 3)], mute: all}
      """
  }

  private struct Settings: ControlSettings {
    var name = "mixer"
  }

  /// Returns a layout whose knobs can be offline.
  private static func controlled(_ layout: LayoutDocument) -> LayoutDocument {
    var layout = layout
    for index in layout.knobs.indices { layout.knobs[index].control = .backEnd(Settings()) }
    return layout
  }

  /// A typesetter that remembers whether it has set an ellipsis.
  private final class Watching: Typesetter {
    let fonts = FontTypesetter()
    var hasCut = false

    func mask(for text: String, style: TextStyle) -> TextMask {
      if text.contains("\u{2026}") { hasCut = true }
      return fonts.mask(for: text, style: style)
    }

    func capHeight(of style: TextStyle) -> Float { fonts.capHeight(of: style) }
    func takeMissingCharacters() -> [Character] { fonts.takeMissingCharacters() }
  }

  /// Whether this machine's fonts have the language's characters.
  private static func hasFonts(for language: Language) -> Bool {
    let fonts = FontTypesetter()
    let texts =
      language.rooms + language.scenes + [language.label, language.button, language.offline]
    _ = fonts.mask(
      for: texts.joined(separator: " "),
      style: TextStyle(family: TextStyle.standardFamily, weight: .regular, pixelSize: 16))
    return fonts.takeMissingCharacters().isEmpty
  }

  @Test(
    "Every text is whole, apart from the others and on the panel, or `check` warns",
    arguments: languages)
  func textsAreWhole(_ language: Language) throws {
    guard Self.hasFonts(for: language) else {
      print("no installed font has \(language.name); its texts are not tested")
      return
    }
    var (count, silent) = (0, 0)
    for theme in PanelLayout.themes {
      for size in Self.sizes {
        for scale in Self.scales {
          let text = Self.layout(language, theme, size, scale)
          var environment = LayoutEnvironment()
          environment.nameBelow = { NameBelow(of: $0, on: $1, isLowered: $2) }
          environment.textAreas = {
            TextAreas.all(of: Self.controlled($0), typesetter: FontTypesetter())
          }
          let outcome = LayoutReader.parse(
            bytes: Array(text.utf8), path: "test.yaml", environment: environment,
            language: .withoutBackEnds)
          count += 1
          let messages = outcome.diagnostics.filter { $0.severity == .warning }.map(\.message)
          let row: Comment = "\(language.name) \(theme) \(size) \(scale): \(messages)"
          let layout = try #require(outcome.layout, row)
          // A usual panel has room for all its texts.
          if scale <= 1, size.0 >= 800 { #expect(messages.isEmpty, row) }
          guard messages.isEmpty else { continue }
          silent += 1
          let typesetter = Watching()
          let areas = TextAreas.all(of: Self.controlled(layout), typesetter: typesetter)
          #expect(!typesetter.hasCut, row)
          for (index, area) in areas.enumerated() {
            #expect(area.missing.isEmpty && area.compromises.isEmpty, row)
            #expect(
              area.left >= -1 && area.top >= -1 && area.right <= Double(size.0) + 1
                && area.bottom <= Double(size.1) + 1, row)
            for other in areas[..<index] where other.owner != area.owner || other.part != area.part
            {
              let x = min(area.right, other.right) - max(area.left, other.left)
              let y = min(area.bottom, other.bottom) - max(area.top, other.top)
              #expect(min(x, y) <= 1, "\(row): \(area) and \(other)")
            }
          }
        }
      }
    }
    #expect(silent * 2 > count, "\(silent) of \(count) layouts fit")
  }
}
