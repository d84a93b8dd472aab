/// A function of the program that answers a step of an open, at once or after waiting.
///
/// An open whose handlers all answer at once runs from its first step to its last without a
/// suspension point. A wait is raced against its time limit and against newer opens.
public enum Handler<Input, Answer> {
  /// Answers at once.
  case immediate((Input) throws -> Answer)
  /// May wait.
  case waiting((Input) async throws -> Answer)
  /// Begins at once and tells whether it has to wait for the rest.
  case eventual((Input) throws -> Eventual<Answer>)
}

/// An answer that is there, or the wait for it.
public enum Eventual<Answer> {
  /// The answer.
  case now(Answer)
  /// The work that remains for it.
  case later(() async throws -> Answer)
}
