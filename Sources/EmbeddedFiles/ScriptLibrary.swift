import EmbeddedBytes

/// The Lua that ships with the product, embedded in the binary.
///
/// ```swift
/// ScriptLibrary.text(of: "types/router.lua")  // the editor's definitions of `router`
/// ```
public enum ScriptLibrary {
  /// The path of each file below the folder `scripts`, in the order of their bytes.
  public static var paths: [String] { embedded_scripts().rows.map(\.file) }

  /// The text of a file.
  ///
  /// - Parameter path: Its path below the folder `scripts`, such as `types/router.lua`.
  /// - Returns: The text, or `nil` if the file does not exist.
  /// - Complexity: O(*n* + *m*), where *n* is the number of files and *m* the length of the text.
  public static func text(of path: String) -> String? {
    embedded_script(path).map { String(cString: $0) }
  }
}
