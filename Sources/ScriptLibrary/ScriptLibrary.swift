/// The Lua that ships with the product, embedded in the binary.
///
/// ```swift
/// ScriptLibrary.files["types/router.lua"]  // the editor's definitions of `router`
/// ```
public enum ScriptLibrary {
  /// The text of each file by its path below the folder `scripts`, such as `types/router.lua`.
  public static var files: [String: String] { ScriptFiles.texts }
}
