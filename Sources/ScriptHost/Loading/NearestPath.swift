import Moonroute
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds what a path that leads nowhere was meant to be.
package enum NearestPath {
  /// The sentence that suggests the nearest file or folder, with a space before it, or nothing.
  package static func hint(for path: String) -> String {
    NearestNames.hint(of: of(path))
  }

  /// The nearest path that leads somewhere: each part that does not is taken for the name next to
  /// it.
  ///
  /// - Parameter path: The path as it was written.
  /// - Returns: The path, or `nil` where nothing is near.
  /// - Complexity: As ``NearestNames/of(_:among:count:)`` for each part that is wrong.
  static func of(_ path: String) -> String? {
    var found = ""
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts.map(Substring.init) {
      let folder = found
      found += part
      if !part.isEmpty, !FileManager.default.fileExists(atPath: found) {
        guard let name = nearest(to: String(part), in: folder) else { return nil }
        found = folder + name
      }
      found += "/"
    }
    return String(found.dropLast())
  }

  private static func nearest(to name: String, in folder: String) -> String? {
    let path = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return NearestNames.of(name, among: names, count: 1).first
  }
}
