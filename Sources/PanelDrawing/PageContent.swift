/// An item together with the page it stands on; without a page it is seen on every one.
struct PageContent<Item> {
  var item: Item
  var page: Int?

  init(_ item: Item, on page: Int?) {
    self.item = item
    self.page = page
  }

  /// Whether the item is seen on `page`.
  func isOn(_ page: Int) -> Bool { self.page == nil || self.page == page }
}
