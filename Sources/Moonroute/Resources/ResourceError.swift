import RoutePatterns
import TextTools

extension RouterError {
  static func resourceExists(_ pattern: String, as known: String) -> RouterError {
    let how = pattern == known ? "already exists" : "has the same place as '\(known)'"
    return RouterError(
      .resourceExists,
      "The resource '\(pattern)' \(how). Update it, or choose a value with combine."
    )
  }

  static func badResourceName(_ name: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(name)' cannot name a resource: it looks like a location. Leave out '/', ':' and a"
        + " leading '.', '?' or '#'."
    )
  }

  static func takenResourceName(_ name: String, by pattern: String) -> RouterError {
    RouterError(
      .duplicate,
      "The resource name '\(name)' belongs to '\(pattern)' already. Choose another one."
    )
  }

  static func unknownResource(_ name: String, among names: [String]) -> RouterError {
    let nearest = NearestNames.of(name, among: names)
    let hint = NearestNames.hint(of: nearest.first)
    return RouterError(.unknownName, "No resource is named '\(name)'.\(hint)", nearest: nearest)
  }

  static func noResource(_ location: Location, nearest: [String]) -> RouterError {
    let hint = nearest.first.map { " The nearest is '\($0)'." } ?? ""
    return RouterError(.notFound, "No resource matches '\(location)'.\(hint)", nearest: nearest)
  }

  package static func valueType(
    of key: String,
    expected: String,
    actual: String
  ) -> RouterError {
    RouterError(
      .valueType,
      "The resource '\(key)' has type \(actual), but \(expected) was requested."
    )
  }

  static func notStorable(_ pattern: String) -> RouterError {
    RouterError(
      .wrongType,
      "The resource '\(pattern)' is persistent, so its value must be plain data: numbers,"
        + " booleans, text in UTF-8, and tables of these with names or 1, 2, 3 … as keys"
    )
  }

  static func noStorage(_ pattern: String) -> RouterError {
    noStorage(because: "The resource '\(pattern)' is persistent")
  }

  static func noStorage(because reason: String) -> RouterError {
    RouterError(.denied, "\(reason), but the application has no storage. Set one first.")
  }

  /// Stored values beyond the limit of scripts.
  struct StorageLimitError: Error, CustomStringConvertible {
    let bytes: Int

    var description: String {
      "persistent resources of scripts are limited to \(bytes) bytes. Delete unused ones"
        + " (resources.delete), or raise the memory limit."
    }
  }

  static func storage(_ error: any Error, for pattern: String) -> RouterError {
    RouterError(.storageFailed, "The resource '\(pattern)' could not be stored: \(error)")
  }
}

extension RouterError.Code {
  /// The resource already exists.
  public static let resourceExists = Self(rawValue: "resource_exists")
  /// The resource has a different type than requested.
  public static let valueType = Self(rawValue: "value_type")
  /// The storage of persistent resources failed.
  public static let storageFailed = Self(rawValue: "storage_failed")
}
