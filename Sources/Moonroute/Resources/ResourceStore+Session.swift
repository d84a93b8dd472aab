extension ResourceStore {
  /// The key of the scripts' session, which is not a pattern.
  private static let sessionKey = "?session"

  /// The stored session of the scripts, or `nil`.
  ///
  /// - Throws: `denied` without a storage, or `storage_failed`.
  package func storedSession() throws(RouterError) -> Value? {
    guard let storage else { throw .noStorage(because: "The session has stored fields") }
    do { return try storage.value(for: Self.sessionKey) } catch {
      throw RouterError(.storageFailed, "The stored session could not be read: \(error)")
    }
  }

  /// Writes the session of the scripts; `nil` removes it.
  ///
  /// - Throws: `denied` without a storage, or `storage_failed`.
  package func storeSession(_ value: Value?) throws(RouterError) {
    guard let storage else { throw .noStorage(because: "The session has stored fields") }
    do {
      guard let value else { return try storage.remove(Self.sessionKey) }
      try save(value, for: Self.sessionKey, by: scripts, in: storage)
    } catch {
      throw RouterError(.storageFailed, "The session could not be stored: \(error)")
    }
  }
}
