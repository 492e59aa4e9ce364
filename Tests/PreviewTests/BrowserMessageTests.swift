import Gesture
import Raster
import Testing

@testable import Preview

/// Valid and invalid messages from pages.
@Suite struct BrowserMessageTests {
  private func read(_ text: String) -> BrowserMessage? { BrowserMessage(Array(text.utf8)) }

  @Test func touchesHaveAnAge() throws {
    let text = """
      {"type":"touch","frames":[{"age":2.5,"changes":[["down",0,0.25,0.5],["move",1,0.5,1],["up",2],\
      ["cancel",3]]},{"age":5000,"changes":[]}]}
      """
    guard case .touch(let frames)? = read(text) else {
      Issue.record("not read")
      return
    }
    #expect(frames.map(\.ageMicroseconds) == [2500, 100_000])
    #expect(
      frames[0].changes == [
        .down(0, DisplayFraction(x: 0.25, y: 0.5)), .moved(1, DisplayFraction(x: 0.5, y: 1)),
        .up(2), .cancelled(3),
      ])
  }

  @Test func viewsAreReadCompletely() {
    let text = """
      {"type":"view","size":[1024,600],"rotation":90,"theme":"hifi","shape":"round","diagonal":7}
      """
    guard case .view(let choice)? = read(text) else {
      Issue.record("not read")
      return
    }
    var wanted = ViewChoice()
    wanted.size = PixelSize(width: 1024, height: 600)
    (wanted.rotation, wanted.theme) = (.quarter, "hifi")
    (wanted.isRound, wanted.diagonalInches) = (true, 7)
    #expect(choice == wanted)
    guard
      case .view(let plain)? = read(
        "{\"type\":\"view\",\"size\":null,\"rotation\":null,\"theme\":null}")
    else {
      Issue.record("not read")
      return
    }
    #expect(plain == ViewChoice())
  }

  @Test(
    arguments: [
      "", "{", "[]", "{}", "{\"type\":1}", "{\"type\":\"other\"}", "{\"type\":\"drawn\"}",
      "{\"type\":\"drawn\",\"sequence\":-1}", "{\"type\":\"drawn\",\"sequence\":1.5}",
      "{\"type\":\"touch\",\"frames\":[{\"age\":1}]}",
      "{\"type\":\"touch\",\"frames\":[{\"age\":1,\"changes\":[[\"down\",0,0.5]]}]}",
      "{\"type\":\"touch\",\"frames\":[{\"age\":1,\"changes\":[[\"down\",0,1e9,0]]}]}",
      "{\"type\":\"touch\",\"frames\":[{\"age\":1,\"changes\":[[\"down\",1e12,0,0]]}]}",
      "{\"type\":\"touch\",\"frames\":[{\"age\":1,\"changes\":[[\"jump\",0,0,0]]}]}",
      "{\"type\":\"view\",\"size\":[8,8]}", "{\"type\":\"view\",\"size\":[99999,100]}",
      "{\"type\":\"view\",\"size\":[8192,8192]}", "{\"type\":\"view\",\"size\":[1e300,100]}",
      "{\"type\":\"view\",\"rotation\":45}", "{\"type\":\"view\",\"shape\":\"star\"}",
      "{\"type\":\"view\",\"diagonal\":0}", "{\"type\":\"outside\",\"knob\":\"a\",\"level\":2}",
      "{\"type\":\"simulate\",\"knob\":\"a\",\"delay\":-1,\"steps\":0,\"loss\":0,\"online\":true}",
      "{\"type\":\"simulate\",\"knob\":\"a\",\"delay\":0,\"steps\":1,\"loss\":0,\"online\":true}",
      "{\"type\":\"save\",\"name\":\"x\"}", "{\"type\":\"check\",\"name\":\"x\",\"text\":\"\"}",
      "{\"type\":\"move\",\"knob\":\"a\",\"x\":\"left\",\"y\":0}",
    ])
  func invalidMessagesAreRefused(_ text: String) {
    #expect(read(text) == nil)
  }
}
