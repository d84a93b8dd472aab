/// Ends waits for descriptors from any thread, once and for all.
final class Wake: Sendable {
  /// The descriptor that can be read once ``ring()`` was called.
  let descriptor: Int32
  private let bell: Int32

  init() throws(MessageError) { (descriptor, bell) = try System.makePipe() }

  deinit {
    System.end(descriptor)
    System.end(bell)
  }

  /// Ends every wait, now and later.
  func ring() { System.ring(bell) }
}
