#if Inspector
/// The full outcome of an open as JSON text.
package struct OutcomeRecord: Sendable {
  /// The number among all opens of the timeline, starting at 1.
  package let number: Int

  package let text: String

  /// The numbers of the opens that began inside it, in order.
  package var inner: [Int] = []
}
#endif
