import Moonroute
import Synchronization

/// A value of a script that travels through the router: the value itself stays with its generation.
final class ScriptValue: Sendable {
  /// The generation that the value belongs to.
  let generation: Int

  /// The number under which the generation retains the value.
  let number: UInt64

  /// The list that its end is added to; every generation of every application has its own.
  let droppedValues: DroppedValues
  private let bytes: MemoryCharge

  /// Stands for a value.
  init(generation: Int, number: UInt64, droppedValues: DroppedValues, bytes: MemoryCharge) {
    self.generation = generation
    self.number = number
    self.droppedValues = droppedValues
    self.bytes = bytes
  }

  deinit { droppedValues.add(number) }
}

/// The numbers of values whose stand-ins are gone, noted from any thread.
final class DroppedValues: Sendable {
  /// The identity of the application, whose generations have the same numbers as those of others.
  let application: ObjectIdentifier

  private let dropped = Mutex<[UInt64]>([])

  /// Makes an empty one.
  init(application: ObjectIdentifier) { self.application = application }

  /// Notes that a value is not held any more.
  func add(_ number: UInt64) { dropped.withLock { $0.append(number) } }

  /// The numbers noted since the last call.
  func takeAll() -> [UInt64] {
    dropped.withLock { numbers in
      guard !numbers.isEmpty else { return [] }
      defer { numbers.removeAll(keepingCapacity: true) }
      return numbers
    }
  }
}

extension Value {
  /// Whether something in the value belongs to another generation than the one of a number.
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
