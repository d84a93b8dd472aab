/// A function of the program that answers a step of an open, at once or after waiting.
///
/// It runs on the actor that it was written on: one of the main actor uses what lives there, in an
/// application of any executor. Where both are the same, and for functions of no actor, an open
/// whose handlers all answer at once runs from its first step to its last without a suspension
/// point. A wait is raced against its time limit and against newer opens.
public struct Handler<Input, Answer>: Sendable {
  /// A function that answers at once, on the actor that it was written on.
  public typealias Function = @Sendable @isolated(any) (Input) throws -> Answer

  /// A function that may wait.
  public typealias WaitingFunction = @Sendable (Input) async throws -> Answer

  /// The way of a handler to its answer.
  package enum Body {
    /// Answers at once, on the router's executor.
    case immediate((Input) throws -> Answer)
    /// Answers at once, on the executor of that actor.
    case isolated(any Actor, (Input) throws -> Answer)
    /// May wait.
    case waiting((Input) async throws -> Answer)
    /// Begins at once and tells whether it has to wait for the rest.
    case eventual((Input) throws -> Eventual<Answer>)
  }

  /// The way to the answer.
  // Invariant: the functions are Sendable, or belong to the executor of the router that calls them.
  package nonisolated(unsafe) let body: Body

  /// Wraps functions that are called on the router's executor alone.
  package init(_ body: Body) { self.body = body }

  /// Wraps a function that is called on the executor of an actor; `nil`: on the router's.
  package init(on actor: (any Actor)?, _ answer: @escaping (Input) throws -> Answer) {
    body = actor.map { .isolated($0, answer) } ?? .immediate(answer)
  }

  /// Answers at once.
  ///
  /// - Parameter answer: Answers.
  /// - Returns: The handler.
  public static func immediate(
    @_inheritActorContext _ answer: @escaping Function
  ) -> Handler {
    // The language knows such a function only as one to wait for, although the wait is none on its
    // own executor; `MainActor.assumeIsolated` of the standard library takes the same way.
    let plain = unsafeBitCast(answer, to: ((Input) throws -> Answer).self)
    return Handler(on: answer.isolation, plain)
  }

  /// May wait.
  ///
  /// - Parameter answer: Answers.
  /// - Returns: The handler.
  public static func waiting(
    @_inheritActorContext _ answer: @escaping WaitingFunction
  ) -> Handler { Handler(.waiting(answer)) }

  /// Begins at once and tells whether it has to wait for the rest; always on the router's executor.
  package static func eventual(_ begin: @escaping (Input) throws -> Eventual<Answer>) -> Handler {
    Handler(.eventual(begin))
  }
}

/// An answer that is there, or the wait for it.
package enum Eventual<Answer> {
  case now(Answer)
  /// The work that remains for it.
  case later(() async throws -> Answer)
}

extension Handler {
  /// The same handler with another form of its answer.
  package func map<Mapped>(
    _ transform: @escaping @Sendable (Answer) -> Mapped
  ) -> Handler<Input, Mapped> {
    switch body {
    case .immediate(let answer): Handler<Input, Mapped>(.immediate { transform(try answer($0)) })
    case .isolated(let actor, let answer):
      Handler<Input, Mapped>(.isolated(actor) { transform(try answer($0)) })
    case .waiting(let answer): Handler<Input, Mapped>(.waiting { transform(try await answer($0)) })
    case .eventual(let begin):
      Handler<Input, Mapped>(
        .eventual {
          switch try begin($0) {
          case .now(let answer): .now(transform(answer))
          case .later(let rest): .later { transform(try await rest()) }
          }
        }
      )
    }
  }

  /// Begins, on the router's executor.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - home: The actor that the router belongs to; `nil`: unknown.
  /// - Returns: The answer, or the wait for it.
  /// - Throws: What the function throws.
  package func begin(_ input: Input, on home: (any Actor)? = nil) throws -> Eventual<Answer> {
    switch body {
    case .immediate(let answer): .now(try answer(input))
    case .isolated(let actor, let answer) where actor === home: .now(try answer(input))
    case .isolated(let actor, let answer):
      .later { try await HandlerHop { try answer(input) }.run(on: actor).answer }
    case .waiting(let answer): .later { try await answer(input) }
    case .eventual(let begin): try begin(input)
    }
  }
}

extension Handler {
  /// The function that answers at once on the executor of an actor; `nil`: it may have to be waited
  /// for.
  package func body(at home: (any Actor)?) -> ((Input) throws -> Answer)? {
    switch body {
    case .immediate(let answer): answer
    case .isolated(let actor, let answer): actor === home ? answer : nil
    case .waiting, .eventual: nil
    }
  }

  /// Waits for the answer, on the router's executor.
  package func answer(_ input: Input) async throws -> Answer {
    switch try begin(input) {
    case .now(let answer): answer
    case .later(let rest): try await rest()
    }
  }
}

/// A call that runs on another executor than the one that waits for it.
// Invariant: the two never touch what it holds at the same time.
struct HandlerHop<Answer>: @unchecked Sendable {
  let call: () throws -> Answer

  /// The answer on its way back.
  // Invariant: the executor that answered lets go of it.
  struct Reply: @unchecked Sendable {
    let answer: Answer
  }

  init(_ call: @escaping () throws -> Answer) { self.call = call }

  func run(on actor: isolated any Actor) throws -> Reply { Reply(answer: try call()) }
}
