/// Something that stands on one page, or (nil) on every one.
struct Paged<Thing> {
  var thing: Thing
  var page: Int?

  init(_ thing: Thing, on page: Int?) {
    self.thing = thing
    self.page = page
  }

  func isOn(_ page: Int) -> Bool { self.page == nil || self.page == page }

  /// True if things of two pages are ever seen together.
  static func meet(_ page: Int?, _ other: Int?) -> Bool {
    page == nil || other == nil || page == other
  }
}
