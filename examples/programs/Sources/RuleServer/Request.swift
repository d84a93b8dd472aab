import Moonroute

enum Request: String, CaseIterable {
  case sum, slow, item, account, stranger

  /// Sends the request with a number.
  ///
  /// - Returns: Whether the answer is right and comes from a single version of the rules.
  /// - Throws: An error that the request does not expect.
  func isRight(_ number: Int, by router: LinkRouter) async throws -> Bool {
    switch self {
    case .sum:
      let values = try await router.fetchValues("/sum/\(number)/1")
      return values.count == 3 && values[0] == .int(number + 1) && values[1] == values[2]
    case .slow:
      let values = try await router.fetchValues("/slow/\(number)")
      return values.count == 3 && values[0] == .int(number * 3) && values[1] == values[2]
    case .item:
      let screen = try await router.build("/item/\(number)")
      return screen["number"] == .int(number) && screen["pieces"] == .int(number * 3)
        && screen["version"] == screen["redirected"]
    case .account:
      let name = "visitor \(number)"
      return try await Visitor.$name.withValue(name) {
        try await router.build("/account/\(number)")["visitor"].text == name
      }
    case .stranger:
      do throws(RouterError) {
        _ = try await router.build("/account/\(number)")
        return false
      } catch {
        if error.code == .intercepted { return true }
        throw error
      }
    }
  }

  /// Sends the request, and repeats it if reloads cancel it.
  ///
  /// Requests of the four latest generations are never cancelled.
  func isRightAtLast(_ number: Int, by router: LinkRouter) async throws -> Bool {
    while true {
      do {
        return try await isRight(number, by: router)
      } catch let error as RouterError where error.code == .cancelled {
        continue
      }
    }
  }
}
