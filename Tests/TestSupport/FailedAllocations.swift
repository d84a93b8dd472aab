/// Repeats work, each time with a later failing allocation, until none fails.
///
/// - Parameters:
///   - fail: Makes the n-th allocation from now on fail; 0 disables failures.
///   - least: The minimum number of repetitions.
///   - work: Does the work, and returns whether it succeeded.
///   - check: Checks the state afterwards, without failures.
/// - Returns: The number of repetitions.
/// - Throws: Any error from `work` and `check`, or an error if it never finishes.
@discardableResult
package func atEachFailedAllocation(
  _ fail: (Int) -> Void,
  atLeast least: Int = 20,
  _ work: (_ number: Int) throws -> Bool,
  then check: (_ number: Int) throws -> Void = { _ in }
) throws -> Int {
  struct NoEnd: Error {}
  var (number, successes) = (0, 0)
  // A garbage collection may compensate for one failure.
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
