#if Command && Inspector
import Foundation
import LoopbackServer

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The keys of an application's servers, one of each port, in files that only their owner can read.
///
/// So a page that is open in the browser goes on when its server starts again.
struct ServeKeys: Sendable {
  private let folder: String?
  private let name: String

  /// Finds the files of an application.
  ///
  /// - Parameter place: The path of the application.
  init(of place: String) {
    folder = Self.stateFolder.map { "\($0)/serve" }
    name = "\(URL(fileURLWithPath: place).lastPathComponent)-\(HistoryFile.digest(of: place))"
  }

  /// The folder for what a program keeps of its user.
  private static var stateFolder: String? {
    if let state = StandardStream.environment("XDG_STATE_HOME") { return "\(state)/moonroute" }
    #if os(macOS)
    let below = "Library/Application Support"
    #else
    let below = ".local/state"
    #endif
    return StandardStream.environment("HOME").map { "\($0)/\(below)/moonroute" }
  }

  private func path(_ port: Int) -> String? { folder.map { "\($0)/\(name)-\(port).key" } }

  /// The key of a port; `nil` where none is kept, or another user could have read or written it.
  func key(at port: Int) -> ServerKey? {
    guard let path = path(port) else { return nil }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return ServerKey(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }

  /// Keeps the key of a port; where that is not possible, the next server has a new one.
  func keep(_ key: String, at port: Int) {
    guard let folder, let path = path(port), self.key(at: port)?.text != key else { return }
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    // Anew, for a file that is there may be another's, or open to others.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = StandardStream.write(Array(key.utf8), to: descriptor)
    close(descriptor)
  }
}
#endif
