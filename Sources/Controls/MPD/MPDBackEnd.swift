internal import Layout
package import LayoutFile
package import Linux

/// `control: {mpd: …}`: the volume, the player and the song of a Music Player Daemon.
package struct MPDBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .mpd }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop, server: \MPDSettings.server, connect: MPDConnection.init, control: MPDControl.init)
  }
}
