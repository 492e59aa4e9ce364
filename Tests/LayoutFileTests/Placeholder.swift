import Testing
@testable import LayoutFile
