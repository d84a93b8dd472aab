/// An instant of a test clock, relative to its creation.
package struct TestInstant: InstantProtocol {
  package var offset: Duration

  package init(offset: Duration = .zero) { self.offset = offset }

  package func advanced(by duration: Duration) -> TestInstant {
    TestInstant(offset: offset + duration)
  }

  package func duration(to other: TestInstant) -> Duration { other.offset - offset }

  package static func < (left: TestInstant, right: TestInstant) -> Bool {
    left.offset < right.offset
  }

  /// Sleeps until the task is cancelled.
  static func sleepForEver() async throws {
    let (nothing, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in nothing {}
    end.finish()
    throw CancellationError()
  }
}
