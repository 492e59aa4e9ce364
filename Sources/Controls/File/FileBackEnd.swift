package import LayoutFile
package import Linux

/// `control: {file: …}`: files that hold a value, such as those of sysfs.
///
/// Each path has a thread: a driver may be slow to write, and a network file system may hang.
package struct FileBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .file }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop, server: \FileSettings.path,
      connect: { ControlWorker(silence: "file \"\($0)\" does not answer", loop: $1) },
      control: { settings, worker, _ in
        WorkerControl(name: FileControl.name(of: settings), on: worker) { loop in
          FileControl(settings, loop: loop)
        }
      })
  }

  package func listDevices() -> DeviceListing? { .files() }
}
