internal import Glibc

/// The descriptors 0, 1 and 2, with which every program is started.
enum StandardDescriptors {
  /// Opens those that are closed, so that no file that is opened later gets one of their numbers
  /// and with it what is meant for standard output or standard error.
  ///
  /// They are opened the wrong way round: using one still fails, as with a closed one.
  static func reserve() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // open(2) takes the lowest number that is free.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
