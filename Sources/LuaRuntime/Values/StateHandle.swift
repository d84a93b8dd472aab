internal import CLua
internal import Synchronization

/// The pointer to a state, shared by all objects that refer to the state; nil once it is closed.
///
/// Objects may be released on any thread (an error carries the value that was raised), so a release
/// is only recorded; the state executes it at its next use.
final class StateHandle {
  struct Released {
    var isClosed = false
    var references: [Int32] = []
    var tasks: [UInt64] = []
    var places: [Int32] = []
  }

  /// Only the state's executor reads and writes these.
  // Read or written in one step.
  @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
  /// The owning state, which closes the handle in its deinitializer; do not keep a reference to it.
  ///
  /// (A weak reference would make every use of the state slower.)
  private var owner: Unmanaged<LuaState>?
  let label: String
  private let released = Mutex(Released())
  /// The number of releases since they were last taken.
  private let releaseCount = Atomic(0)

  init(label: String) {
    self.label = label
  }

  func open(_ pointer: OpaquePointer, for state: LuaState) {
    self.pointer = pointer
    owner = .passUnretained(state)
  }

  var state: LuaState? { owner?.takeUnretainedValue() }

  /// Ends the use of the pointer; later releases are ignored.
  func close() -> OpaquePointer? {
    defer { pointer = nil }
    owner = nil
    released.withLock { $0 = Released(isClosed: true) }
    return pointer
  }

  func release(reference: Int32) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.references.append(reference)
    }
    noteRelease()
  }

  /// Records that a waiting task must not continue.
  func release(task: UInt64) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.tasks.append(task)
    }
    noteRelease()
  }

  func release(record place: Int32) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.places.append(place)
    }
    noteRelease()
  }

  private func noteRelease() { releaseCount.wrappingAdd(1, ordering: .releasing) }

  /// Whether ``takeReleased()`` may return something.
  var mayHaveReleased: Bool { releaseCount.load(ordering: .relaxed) != 0 }

  /// Whether the state should execute the releases even while a script runs.
  var hasReleasedMany: Bool { releaseCount.load(ordering: .relaxed) >= Self.manyReleased }

  private static let manyReleased = 1_000

  func takeReleasedReferences() -> [Int32] {
    releaseCount.store(1, ordering: .relaxed)
    return released.withLock { released in
      defer { released.references = [] }
      return released.references
    }
  }

  /// Takes everything that was released, or returns nil if nothing was.
  func takeReleased() -> Released? {
    guard releaseCount.exchange(0, ordering: .acquiring) != 0 else { return nil }
    return released.withLock { released in
      defer { released = Released(isClosed: released.isClosed) }
      return released
    }
  }
}
