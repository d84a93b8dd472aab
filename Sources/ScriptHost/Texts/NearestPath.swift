import Moonroute
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the path that a person probably meant by a path that does not exist.
package enum NearestPath {
  /// A sentence that suggests the nearest file or folder, with a space before it, or an empty text.
  package static func hint(for path: String) -> String {
    NearestNames.hint(of: of(path))
  }

  /// The nearest existing path: each part that does not exist is replaced by the most similar name.
  ///
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
