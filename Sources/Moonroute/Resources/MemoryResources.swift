import Synchronization

/// An in-memory storage of persistent resources, for tools and tests.
///
/// ```swift
/// let router = try LinkRouter(options: RouterOptions(storage: MemoryResources()))
/// ```
public final class MemoryResources: ResourceStorage, Sendable {
  private let values = Mutex<[String: Value]>([:])

  /// Makes an empty storage.
  public init() {}

  /// Reads a value.
  public func value(for key: String) -> Value? { values.withLock { $0[key] } }

  /// Writes a value in place of the previous one.
  public func save(_ value: Value, for key: String) { values.withLock { $0[key] = value } }

  /// Removes a value, if it exists.
  public func remove(_ key: String) { values.withLock { $0[key] = nil } }

  /// Removes all values.
  package func removeAll() { values.withLock { $0 = [:] } }
}
