/// Interrupts waits for descriptors from any thread, permanently.
final class Wake: Sendable {
  /// The descriptor that is readable after ``ring()``.
  let descriptor: Int32
  private let bell: Int32

  init() throws(MessageError) { (descriptor, bell) = try System.makePipe() }

  deinit {
    System.end(descriptor)
    System.end(bell)
  }

  /// Interrupts every current and future wait.
  func ring() { System.ring(bell) }
}
