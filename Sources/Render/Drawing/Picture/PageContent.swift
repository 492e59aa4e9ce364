/// An item and its page; without a page, it is visible on every one.
struct PageContent<Item> {
  var item: Item
  var page: Int?

  init(_ item: Item, on page: Int?) {
    self.item = item
    self.page = page
  }

  /// Returns whether the item is visible on `page`.
  func isOn(_ page: Int) -> Bool { self.page == nil || self.page == page }
}
