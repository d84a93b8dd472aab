import Moonroute
import Synchronization

/// A reference to a script's value in the router: the value itself stays in its generation.
final class ScriptValue: Sendable {
  let generation: Int

  let number: UInt64

  /// The list that gets its number when it is released; each generation of each router has one.
  let droppedValues: DroppedValues
  private let bytes: MemoryCharge

  init(generation: Int, number: UInt64, droppedValues: DroppedValues, bytes: MemoryCharge) {
    self.generation = generation
    self.number = number
    self.droppedValues = droppedValues
    self.bytes = bytes
  }

  deinit { droppedValues.add(number) }
}

/// The numbers of values with released references, recorded from any thread.
final class DroppedValues: Sendable {
  /// Generations of different routers have the same numbers.
  let application: ObjectIdentifier

  private let dropped = Mutex<[UInt64]>([])

  init(application: ObjectIdentifier) { self.application = application }

  func add(_ number: UInt64) { dropped.withLock { $0.append(number) } }

  func takeAll() -> [UInt64] {
    dropped.withLock { numbers in
      guard !numbers.isEmpty else { return [] }
      defer { numbers.removeAll(keepingCapacity: true) }
      return numbers
    }
  }
}

extension Value {
  func holdsScript(notOf number: Int) -> Bool {
    switch self {
    case .reference(let reference):
      (reference.object as? ScriptValue).map { $0.generation != number } ?? false
    case .table(let table):
      table.items.contains { $0.holdsScript(notOf: number) }
        || table.fields.values.contains { $0.holdsScript(notOf: number) }
    default: false
    }
  }
}
