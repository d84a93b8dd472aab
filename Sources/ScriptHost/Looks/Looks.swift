package import Moonroute

/// How the views of an application look in the inspector: the contents of `looks.lua`.
///
/// It is plain data. No program reads it.
package struct Looks: Sendable {
  package static let file = ScriptSource.looksFile

  /// The colours of an application in both themes, as `#rrggbb`.
  package struct Accent: Sendable, Hashable {
    package let light: String
    package let dark: String
  }

  package internal(set) var accent: Accent?

  /// The folder of the pictures, without a final slash.
  package internal(set) var pictureFolder = ""

  /// The folders of pictures by the beginning of their addresses.
  package internal(set) var pictureAddresses: [String: String] = [:]

  /// The pieces of each view: `{ kind, value, pieces, fields }`.
  package internal(set) var views: [String: Value] = [:]

  /// The views whose looks have mistakes; they look as without a look.
  package internal(set) var failed: [String] = []

  /// The line of each view.
  package internal(set) var lines: [String: Int] = [:]

  package internal(set) var problems: [ScriptProblem] = []

  /// Looks without any view.
  package static let none = Looks()

  init() {}

  /// The path of a picture below the application, or `nil` if none is allowed at its address.
  package func path(ofPicture name: String) -> String? {
    let found = pictureAddresses.keys.filter { name.hasPrefix($0) }.max { $0.count < $1.count }
    guard found != nil || !pictureFolder.isEmpty else { return nil }
    let path =
      found.map { (pictureAddresses[$0] ?? "") + name.dropFirst($0.count) }
      ?? "\(pictureFolder)/\(name)"
    return Self.isInside(path) ? path : nil
  }

  /// Whether a path stays below the application.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.contains("\\") && !path.contains(":")
      && !path.split(separator: "/").contains("..")
  }
}

extension ScriptHost {
  /// The looks of the application, read now.
  package var looks: Looks { looksText.map { Looks(reading: $0) } ?? .none }

  /// The text of `looks.lua`, or `nil` without it.
  package var looksText: [UInt8]? { folder == nil ? nil : scriptText(of: Looks.file) }

  /// The bytes of a file below the application's folder, or `nil` if it cannot be read.
  package func bytes(of path: String, limit: Int) -> [UInt8]? {
    guard folder != nil, Looks.isInside(path) else { return nil }
    let reader = setup.source.reader(limit: limit, staysInside: true)
    return (try? setup.source.read(path, by: reader)).flatMap(\.self)
  }
}
