import Locales
import Testing

/// Dates and times as locales write them.
struct DateTests {
  private static let afternoon = CalendarTime(
    year: 2026, month: 11, day: 26, weekday: 4, hour: 15, minute: 5)

  @Test(arguments: [
    ("en", DateWords.Style.long, "Thursday, November 26"), ("en-GB", .long, "Thursday 26 November"),
    ("de", .long, "Donnerstag, 26. November"), ("de", .full, "Donnerstag, 26. November 2026"),
    ("de", .short, "26.11.2026"), ("fr", .long, "jeudi 26 novembre"),
    ("fi", .long, "torstai 26. marraskuuta"), ("es", .long, "jueves, 26 de noviembre"),
    ("ru", .full, "четверг, 26 ноября 2026\u{A0}г."), ("ja", .long, "11月26日 木曜日"),
    ("ar-EG", .long, "الخميس، ٢٦ نوفمبر"), ("ar", .long, "الخميس، 26 نوفمبر"),
    ("fa", .long, "پنجشنبه ۵ آذر"), ("fa", .short, "۱۴۰۵/۰۹/۰۵"),
    ("ur", .long, "جمعرات، 26 نومبر"), ("th", .full, "วันพฤหัสบดีที่ 26 พฤศจิกายน 2569"),
    ("de", .time, "15:05"), ("fi", .time, "15.05"), ("ar-EG", .time, "٣:٠٥\u{A0}م"),
  ])
  func dates(_ name: String, _ style: DateWords.Style, text: String) throws {
    let dates = try #require(Locale(name)).dates
    #expect(dates.text(style, of: Self.afternoon) == text)
  }

  @Test(arguments: [
    ("de", "%A, %-d. %B", "Donnerstag, %-d. November"), ("de", "%a %^b %p", "Do. NOV. PM"),
    ("de", "100%% %H:%M", "100%% %H:%M"), ("fa", "%A %-d %B %Y", "پنجشنبه 5 آذر 1405"),
    ("th", "%d.%m.%Y", "%d.%m.2569"), ("de", "%", "%"), ("de", "%Q%A", "%QDonnerstag"),
  ])
  func formats(_ name: String, _ format: String, text: String) throws {
    let dates = try #require(Locale(name)).dates
    #expect(dates.namesFilled(format, of: Self.afternoon) == text)
  }

  @Test(
    "the Persian year begins in March, and every fourth or fifth is a leap year",
    arguments: [
      ((2024, 3, 19), "۱۴۰۲/۱۲/۲۹"), ((2024, 3, 20), "۱۴۰۳/۰۱/۰۱"), ((2025, 3, 20), "۱۴۰۳/۱۲/۳۰"),
      ((2025, 3, 21), "۱۴۰۴/۰۱/۰۱"), ((2025, 9, 22), "۱۴۰۴/۰۶/۳۱"), ((2025, 9, 23), "۱۴۰۴/۰۷/۰۱"),
      ((2026, 1, 1), "۱۴۰۴/۱۰/۱۱"),
    ])
  func persianDates(_ date: (Int, Int, Int), text: String) throws {
    var time = Self.afternoon
    (time.year, time.month, time.day) = date
    #expect(try #require(Locale("fa")).dates.text(.short, of: time) == text)
  }

  @Test("midnight is 12 in 12 hours, and 0 in 24")
  func midnight() throws {
    var time = Self.afternoon
    time.hour = 0
    #expect(try #require(Locale("en")).dates.text(.time, of: time) == "12:05\u{A0}AM")
    #expect(try #require(Locale("de")).dates.text(.time, of: time) == "00:05")
  }

  @Test("each language has all words and digits")
  func completeness() throws {
    let languages = Locale.languages
    #expect(languages.count > 200)
    for language in languages {
      let locale = try #require(Locale(language.code))
      for style in DateWords.Style.allCases {
        for month in 1...12 {
          var time = Self.afternoon
          (time.month, time.weekday) = (month, month % 7)
          let text = locale.dates.text(style, of: time)
          #expect(text.count > 3 && !text.contains("|"), "\(language.code)")
        }
      }
      for digit in 0...9 {
        let text = locale.numbers.text(of: "\(digit)")
        #expect(text.unicodeScalars.first?.properties.numericValue == Double(digit))
      }
      #expect(!locale.numbers.decimal.isEmpty && !locale.numbers.percent.isEmpty)
    }
  }
}
