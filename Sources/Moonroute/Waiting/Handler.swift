/// A function of the program that performs a step of an open, immediately or after a wait.
///
/// It runs on the actor where it was written: a handler of the main actor can use its state even
/// if the router has another executor. If all handlers of an open return immediately and run
/// on the router's executor or on no actor, the open runs from its first step to its last
/// without a suspension point. A wait is raced against its time limit and against newer opens. An
/// immediate function of another actor waits for each call, so its line is logged once.
package struct Handler<Input, Answer>: Sendable {
  /// A function that returns immediately, on the actor where it was written.
  package typealias Function = @Sendable @isolated(any) (Input) throws -> Answer

  /// A function that can wait.
  package typealias WaitingFunction = @Sendable (Input) async throws -> Answer

  package enum Body {
    /// Returns immediately, on the router's executor.
    case immediate((Input) throws -> Answer)
    /// Returns immediately, on the executor of the given actor.
    indirect case isolated(HandlerPlace, (Input) throws -> Answer)
    case waiting((Input) async throws -> Answer)
    /// Begins immediately and reports whether the rest requires a wait.
    case eventual((Input) throws -> Eventual<Answer>)
  }

  // Invariant: the functions are Sendable, or belong to the executor of the router that calls them.
  package nonisolated(unsafe) let body: Body

  /// Wraps functions that are called only on the router's executor.
  package init(_ body: Body) { self.body = body }

  /// Wraps a function that is called on the executor of an actor, or on the router's for `nil`.
  package init(
    on actor: (any Actor)?,
    at site: SourceSite,
    _ answer: @escaping (Input) throws -> Answer
  ) {
    body = actor.map { .isolated(HandlerPlace($0, at: site), answer) } ?? .immediate(answer)
  }

  /// Makes a handler that returns immediately.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - answer: Returns the answer.
  /// - Returns: The handler.
  package static func immediate(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ answer: @escaping Function
  ) -> Handler { .immediate(at: SourceSite(file: fileID, line: line), answer) }

  /// Makes a handler that returns immediately.
  ///
  /// - Parameters:
  ///   - site: The line that registers it.
  ///   - answer: Returns the answer.
  /// - Returns: The handler.
  static func immediate(at site: SourceSite, _ answer: @escaping Function) -> Handler {
    // The language treats such a function as asynchronous, although a call on its own executor does
    // not suspend. `MainActor.assumeIsolated` of the standard library does the same.
    let plain = unsafeBitCast(answer, to: ((Input) throws -> Answer).self)
    return Handler(on: answer.isolation, at: site, plain)
  }

  /// Makes a handler that returns immediately, from a function of other types.
  static func immediate<Given, Made>(
    at site: SourceSite,
    _ body: @escaping Handler<Given, Made>.Function,
    reading read: @escaping (Input) throws -> Given,
    making make: @escaping (Made) throws -> Answer
  ) -> Handler {
    let plain = unsafeBitCast(body, to: ((Given) throws -> Made).self)
    return Handler(on: body.isolation, at: site) { try make(plain(read($0))) }
  }

  /// Makes a handler that can wait.
  ///
  /// - Parameter answer: Returns the answer.
  /// - Returns: The handler.
  package static func waiting(
    @_inheritActorContext _ answer: @escaping WaitingFunction
  ) -> Handler { Handler(.waiting(answer)) }

  /// Begins immediately, always on the router's executor, and reports whether the rest requires a
  /// wait.
  package static func eventual(_ begin: @escaping (Input) throws -> Eventual<Answer>) -> Handler {
    Handler(.eventual(begin))
  }
}

package enum Eventual<Answer> {
  case now(Answer)
  /// The remaining work.
  case later(() async throws -> Answer)
}

extension Handler {
  package func map<Mapped>(
    _ transform: @escaping @Sendable (Answer) -> Mapped
  ) -> Handler<Input, Mapped> {
    switch body {
    case .immediate(let answer): Handler<Input, Mapped>(.immediate { transform(try answer($0)) })
    case .isolated(let place, let answer):
      Handler<Input, Mapped>(.isolated(place, { transform(try answer($0)) }))
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
  ///   - home: The router's actor, or `nil` if it is unknown.
  /// - Returns: The answer, or the wait for it.
  /// - Throws: The error of the function.
  package func begin(
    _ input: Input,
    on home: @autoclosure () -> (any Actor)? = nil
  ) throws -> Eventual<Answer> {
    switch body {
    case .immediate(let answer): return .now(try answer(input))
    case .isolated(let place, let answer):
      let home = home()
      if place.actor === home { return .now(try answer(input)) }
      reportHops(from: home)
      return .later { try await HandlerHop { try answer(input) }.run(on: place.actor).answer }
    case .waiting(let answer): return .later { try await answer(input) }
    case .eventual(let begin): return try begin(input)
    }
  }
}

extension Handler {
  /// The function if it returns immediately on the executor of an actor; `nil` if it may require a
  /// wait.
  package func body(at home: (any Actor)?) -> ((Input) throws -> Answer)? {
    switch body {
    case .immediate(let answer): answer
    case .isolated(let place, let answer): place.actor === home ? answer : nil
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

/// A call that runs on a different executor than its caller.
// Invariant: the two executors never use the wrapped values at the same time.
struct HandlerHop<Answer>: @unchecked Sendable {
  let call: () throws -> Answer

  /// The answer on its way back.
  // Invariant: the executor that computed it no longer uses it.
  struct Reply: @unchecked Sendable {
    let answer: Answer
  }

  init(_ call: @escaping () throws -> Answer) { self.call = call }

  func run(on actor: isolated any Actor) throws -> Reply { Reply(answer: try call()) }
}
