extension LayoutDocument {
  /// Paths of all files needed to show the layout, except the layout file itself; sorted, for
  /// watching.
  public var files: [String] {
    var files = Set(images.flatMap { image in image.looks.map { image.changed(by: $0).file } })
    if let background = panel.background { files.insert(background.file) }
    if case .picture(let picture)? = panel.screen.idle?.content { files.insert(picture.file) }
    if case .file(let path) = panel.font { files.insert(path) }
    for button in buttons {
      for look in button.looks {
        if case .picture(let path)? = button.changed(by: look).symbol { files.insert(path) }
      }
    }
    for knob in knobs { files.formUnion(knob.skin?.files ?? []) }
    return files.sorted()
  }
}
