#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The looks of the served application, read again when their file has changed.
final class ServedLooks: Sendable {
  private struct State {
    var text: [UInt8]?
    var looks = Looks.none
    /// The number of changes so far.
    var number = 0
  }

  private static let pictureBytes = 8 << 20

  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "avif": "image/avif", "gif": "image/gif", "svg": "image/svg+xml",
  ]

  private let state = Mutex(State())

  var number: Int { state.withLock { $0.number } }

  /// Reads the file; returns whether it has changed.
  func refresh(from host: ScriptHost?) -> Bool {
    let text = host?.looksText
    guard state.withLock({ $0.text != text }) else { return false }
    let looks = text.map { Looks(reading: $0) } ?? .none
    state.withLock { state in
      (state.text, state.looks) = (text, looks)
      state.number += 1
    }
    return true
  }

  var json: JSON {
    let (looks, number) = state.withLock { ($0.looks, $0.number) }
    return .fields(
      ("number", .int(number)),
      (
        "accent",
        looks.accent.map { .fields(("light", .text($0.light)), ("dark", .text($0.dark))) } ?? .null
      ),
      (
        "views",
        .object(looks.views.sorted { $0.key < $1.key }.map { JSON.Field($0.key, JSON($0.value)) })
      ),
      ("failed", .texts(looks.failed)),
      ("problems", .list(looks.problems.map(\.wireJSON)))
    )
  }

  /// A picture that a look names, with its type.
  func picture(_ name: String, of host: ScriptHost?) throws(Refusal) -> JSON {
    let looks = state.withLock { $0.looks }
    guard let path = looks.path(ofPicture: name),
      let type = Self.types[path.split(separator: ".").last.map { $0.lowercased() } ?? ""],
      let bytes = host?.bytes(of: path, limit: Self.pictureBytes)
    else {
      throw .notFound(
        "The picture '\(name.prefix(200))' was not found. 'pictures' of looks.lua names the folder of"
          + " png, jpg, webp, avif, gif and svg files of at most 8 MiB."
      )
    }
    return .fields(("type", .text(type)), ("data", .text(Data(bytes).base64EncodedString())))
  }
}
#endif
