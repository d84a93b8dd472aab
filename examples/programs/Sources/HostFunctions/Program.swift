import Synchronization

struct Address: Codable {
  var street: String
  var number: Int?
}

struct Customer: Codable {
  var name: String
  var tags: [String]
  var address: Address
}

struct UnknownName: Error {}

/// An actor that scripts call.
actor Bank {
  private let balances = ["ada": 12.5, "bob": 0]

  func balance(of name: String) async throws -> Double {
    await Task.yield()
    guard let balance = balances[name] else { throw UnknownName() }
    return balance
  }
}

/// An object that scripts hold and call.
///
/// Its methods belong to no actor, so it has a lock.
final class Basket: Sendable {
  private let items = Mutex<[String]>([])

  var all: [String] { items.withLock { $0 } }

  func add(_ item: String) { items.withLock { $0.append(item) } }
}

/// A part of the user interface.
@MainActor final class Window {
  var texts: [String] = []
}
