#if Inspector
import MessageStream
import RuleProof
import Synchronization

/// The files of the latest generations of scripts.
final class ScriptVersions: Sendable {
  struct Version: Sendable {
    let generation: Int
    let side: DiffSide
  }

  private static let countLimit = 20
  private static let byteLimit = 20 << 20

  private let state = Mutex<[Version]>([])

  /// The versions, the oldest first.
  var all: [Version] { state.withLock { $0 } }

  /// Keeps a version; the oldest ones leave beyond the limits.
  func keep(_ version: Version) {
    state.withLock { all in
      all.removeAll { $0.generation == version.generation }
      all.append(version)
      var bytes = all.reduce(0) { $0 + $1.side.byteCount }
      while all.count > 2, all.count > Self.countLimit || bytes > Self.byteLimit {
        bytes -= all.removeFirst().side.byteCount
      }
    }
  }
}

extension DiffSide {
  fileprivate var byteCount: Int { files.values.reduce(0) { $0 + $1.count } }
}
#endif
