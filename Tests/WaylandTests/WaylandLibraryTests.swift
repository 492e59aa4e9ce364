import Testing

@testable import Wayland

struct WaylandLibraryTests {
  @Test func aMissingLibraryNamesItsPackage() {
    let error = #expect(throws: WaylandError.self) {
      try WaylandLibrary(fileName: "libwayland-client.so.none")
    }
    #expect(error?.description.contains("install the package libwayland-client0") == true)
  }

  @Test func aLibraryWithoutItsFunctionsIsTooOld() {
    let error = #expect(throws: WaylandError.self) { try WaylandLibrary(fileName: "libc.so.6") }
    #expect(
      error?.description
        == "libwayland is too old, it has no wl_display_connect; update the package "
        + "libwayland-client0")
  }
}
