extension LayoutDocument {
  /// Paths of all files needed to show the layout, except the layout file itself; sorted, for
  /// watching.
  public var files: [String] {
    var files = Set(images.map(\.file))
    if let background = panel.background { files.insert(background.file) }
    if case .picture(let picture)? = panel.screen.idle?.content { files.insert(picture.file) }
    if case .file(let path) = panel.font { files.insert(path) }
    for button in buttons {
      if case .picture(let path)? = button.symbol { files.insert(path) }
    }
    for knob in knobs { files.formUnion(knob.skin?.files ?? []) }
    return files.sorted()
  }
}
