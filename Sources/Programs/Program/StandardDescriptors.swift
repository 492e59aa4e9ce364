internal import Glibc

/// The file descriptors 0, 1 and 2, with which every program is started.
enum StandardDescriptors {
  /// Opens those that are closed, so that no file opened later gets one of their numbers, and with
  /// it the output meant for standard output or standard error.
  ///
  /// They are opened in the wrong mode: using one still fails, as if it were closed.
  static func reserve() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // open(2) returns the lowest free number.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
