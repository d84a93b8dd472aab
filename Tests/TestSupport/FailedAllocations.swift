/// Does work again and again, each time with a later allocation that fails, until none fails.
///
/// - Parameters:
///   - fail: Makes the n-th allocation from now on fail; 0 turns failures off.
///   - least: The least number of times.
///   - work: Does the work, and returns whether it succeeded.
///   - check: Checks the state afterwards, without failures.
/// - Returns: The number of times that the work was done.
/// - Throws: What `work` and `check` throw, or an error if it never finishes.
@discardableResult
package func atEachFailedAllocation(
  _ fail: (Int) -> Void,
  atLeast least: Int = 20,
  _ work: (_ number: Int) throws -> Bool,
  then check: (_ number: Int) throws -> Void = { _ in }
) throws -> Int {
  struct NoEnd: Error {}
  var (number, successes) = (0, 0)
  // A garbage collection may make up for one failure.
  while number < least || successes < 10 {
    number += 1
    guard number < 20_000 else { throw NoEnd() }
    fail(number)
    do {
      defer { fail(0) }
      successes = try work(number) ? successes + 1 : 0
    }
    try check(number)
  }
  return number
}
