import Foundation
import Layout
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// A PIN in a file.
@Suite struct PINFileTests {
  @Test("the first line is the PIN; the file is watched, and reported if others can read it")
  func file() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "pin")
      let layout = folder.appending(path: "x.yaml")
      let text =
        "version: 1\npanel: {pin: {file: \(file.path)}}\nknobs:\n"
        + "  a: {center: [50%, 50%], diameter: 100, guards: {lock: pin}}\n"
      try Data(text.utf8).write(to: layout)
      let display = try Files.headlessDisplay(size: PixelSize(width: 800, height: 480))
      func read() -> LayoutReading { LayoutReading(layout.path, for: DisplayMeasure(of: display)) }
      let missing = read()
      #expect(throws: LayoutFault.self) { try missing.result.get() }
      #expect(missing.files.contains(file.path))
      try Data("0471\nnot this\n".utf8).write(to: file)
      chmod(file.path, 0o600)
      let valid = read()
      #expect(try valid.result.get().panel.pin == PIN("0471"))
      #expect(valid.warnings == "" && valid.files.contains(file.path))
      chmod(file.path, 0o644)
      #expect(read().warnings.contains("this file holds a secret, but others can"))
      try Data("04 71\n".utf8).write(to: file)
      let bad = read()
      #expect(throws: LayoutFault.self) { try bad.result.get() }
      if case .failure(let fault) = bad.result { #expect(!fault.report.contains("04 71")) }
    }
  }
}
