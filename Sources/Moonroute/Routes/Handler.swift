/// A function of the program that answers a step of an open, at once or after waiting.
///
/// An open whose handlers are all immediate runs from its first step to its last without a
/// suspension point. A waiting handler is raced against its time limit and against newer opens.
public enum Handler<Input, Answer> {
  /// Answers at once.
  case immediate((Input) throws -> Answer)
  /// May wait.
  case waiting((Input) async throws -> Answer)
}
