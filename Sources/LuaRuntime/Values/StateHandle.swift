internal import CLua
internal import Synchronization

/// The pointer to a state, shared by all that holds something of it; nil once it is closed.
///
/// A release by a holder is only noted, because they may be released on any thread (an error
/// carries the value that was raised); the state does it when it is next used.
final class StateHandle {
  /// The values that were released.
  struct Released {
    var isClosed = false
    var references: [Int32] = []
    var tasks: [UInt64] = []
    var places: [Int32] = []
  }

  /// Read and written by the state's executor only.
  // Read or written in one step.
  @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
  /// The state behind it, which closes the handle before it goes; nothing else may be kept of it.
  ///
  /// (A weak reference would make every use of the state slower.)
  private var owner: Unmanaged<LuaState>?
  let label: String
  private let released = Mutex(Released())
  /// How much was let go of since it was last taken.
  private let releaseCount = Atomic(0)

  init(label: String) {
    self.label = label
  }

  func open(_ pointer: OpaquePointer, for state: LuaState) {
    self.pointer = pointer
    owner = .passUnretained(state)
  }

  /// The open state, or nil.
  var state: LuaState? { owner?.takeUnretainedValue() }

  /// Ends the use of the pointer.
  ///
  /// Later releases are ignored.
  func close() -> OpaquePointer? {
    defer { pointer = nil }
    owner = nil
    released.withLock { $0 = Released(isClosed: true) }
    return pointer
  }

  /// Notes that a reference is not needed any more.
  func release(reference: Int32) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.references.append(reference)
    }
    noteRelease()
  }

  /// Notes that a waiting task shall not go on.
  func release(task: UInt64) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.tasks.append(task)
    }
    noteRelease()
  }

  /// Notes that the record in a slot is not needed any more.
  func release(record place: Int32) {
    released.withLock { released in
      guard !released.isClosed else { return }
      released.places.append(place)
    }
    noteRelease()
  }

  private func noteRelease() { releaseCount.wrappingAdd(1, ordering: .releasing) }

  /// Whether ``takeReleased()`` may answer something.
  var mayHaveReleased: Bool { releaseCount.load(ordering: .relaxed) != 0 }

  /// Whether so much was let go of that the state is to do it while a script runs.
  var hasReleasedMany: Bool { releaseCount.load(ordering: .relaxed) >= Self.manyReleased }

  private static let manyReleased = 1_000

  /// Takes the references that were let go of, and leaves all else.
  func takeReleasedReferences() -> [Int32] {
    releaseCount.store(1, ordering: .relaxed)
    return released.withLock { released in
      defer { released.references = [] }
      return released.references
    }
  }

  /// Takes what was let go of, or nil where there is nothing.
  func takeReleased() -> Released? {
    guard releaseCount.exchange(0, ordering: .acquiring) != 0 else { return nil }
    return released.withLock { released in
      defer { released = Released(isClosed: released.isClosed) }
      return released
    }
  }
}
