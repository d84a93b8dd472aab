import Synchronization

/// Values of persistent resources in memory, for tools and tests: they end with the object.
///
/// ```swift
/// await application.perform { $0.resources.storage = MemoryResources() }
/// ```
public final class MemoryResources: ResourceStorage, Sendable {
  private let values = Mutex<[String: Value]>([:])

  /// Begins without values.
  public init() {}

  /// Reads a value.
  public func value(for key: String) -> Value? { values.withLock { $0[key] } }

  /// Writes a value in place of the one before.
  public func save(_ value: Value, for key: String) { values.withLock { $0[key] = value } }

  /// Removes a value, if there is one.
  public func remove(_ key: String) { values.withLock { $0[key] = nil } }

  /// Removes all values.
  public func removeAll() { values.withLock { $0 = [:] } }
}
