#if Inspector
/// How an open ended, with everything that happened on the way, as the text of a JSON object.
package struct OutcomeRecord: Sendable {
  /// The number among all opens of the timeline, counted from 1.
  package let number: Int

  /// The outcome as the wire sends it.
  package let text: String

  /// The numbers of the opens that began inside it, in order.
  package var inner: [Int] = []
}
#endif
