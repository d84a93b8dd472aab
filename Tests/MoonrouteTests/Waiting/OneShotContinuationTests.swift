import Moonroute
import Testing

@MainActor @Suite struct OneShotContinuationTests {
  private struct Problem: Error, Equatable { let number: Int }

  /// A way to resume a continuation, and the result of the wait.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let resume: @Sendable (OneShotContinuation<Int>) -> Void
    let ending: String
  }

  nonisolated static let cases = [
    Case(testDescription: "an answer", resume: { $0.resume(returning: 1) }, ending: "1"),
    Case(
      testDescription: "an error",
      resume: { $0.resume(throwing: Problem(number: 1)) },
      ending: "Problem(number: 1)"
    ),
    Case(
      testDescription: "an interruption",
      resume: { $0.interrupt() },
      ending: "CancellationError()"
    ),
  ]

  /// The result of the wait.
  private func ending(
    of continuation: OneShotContinuation<Int>,
    isCancellable: Bool = true,
    _ start: () -> Void
  ) async -> String {
    do {
      return "\(try await continuation.wait(isCancellable: isCancellable, start))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: cases)
  func `the first resume counts, and later ones are dropped`(_ first: Case) async {
    let continuation = OneShotContinuation<Int>()
    let ending = await ending(of: continuation) {
      first.resume(continuation)
      for later in Self.cases { later.resume(continuation) }
    }
    #expect(ending == first.ending)
  }

  @Test(arguments: cases)
  func `a wait that is resumed before it begins ends with the first value, once`(
    _ first: Case
  ) async {
    let continuation = OneShotContinuation<Int>()
    first.resume(continuation)
    for later in Self.cases { later.resume(continuation) }
    #expect(await ending(of: continuation) {} == first.ending)
    #expect(await ending(of: continuation) {} == "CancellationError()")
  }

  @Test(arguments: [(true, "CancellationError()"), (false, "2")])
  func `cancelling the task ends a cancellable wait`(
    isCancellable: Bool,
    expected: String
  ) async {
    let waiting = Task {
      let continuation = OneShotContinuation<Int>()
      return await ending(of: continuation, isCancellable: isCancellable) {
        withUnsafeCurrentTask { $0?.cancel() }
        continuation.resume(returning: 2)
      }
    }
    #expect(await waiting.value == expected)
  }
}
