import LuaRuntime
import Moonroute

/// `outcome.handle`: the messages and the result of the opened screen.
struct HandleModule {
  unowned let generation: Generation

  /// The class of handles.
  func handle() -> LuaClassDefinition<OpenHandle> {
    let result = generation.suspendingMethod(
      "handle",
      "result",
      "() → value, how",
      "Waits until the screen has left, and answers its result and how it left."
    ) { [unowned generation] call in
      let (handle, generation) = (try Self.handle(call), generation)
      return {
        let result = try await generation.result(of: handle)
        return [try generation.lua(result.value), .string(result.reason.rawValue)]
      }
    }
    let on = generation.method(
      "handle",
      "on",
      "(name, fn) → registration",
      "Listens to a message of the screen, until it leaves."
    ) { [unowned generation] call in
      let handle = try Self.handle(call)
      let (name, function) = (try call.string(1), try call.function(2))
      let lifetimeToken = try generation.charge(.registrations, name.hostBytes)
      let registration = generation.router.listen(
        to: name,
        of: handle.screen,
        while: generation.isHearing,
        generation.listener(function)
      )
      registration?.lifetimeToken = lifetimeToken
      return [generation.lua(registration.map { ScriptRegistration($0) } ?? ScriptRegistration())]
    }
    var definition = LuaClassDefinition<OpenHandle>("handle", methods: [result, on])
    definition.describe = { _ in "handle" }
    definition.equals = { $0 === $1 }
    return definition
  }

  private static func handle(_ call: LuaCall) throws(LuaError) -> OpenHandle {
    guard let handle = call[0].object?.payload as? OpenHandle else {
      throw call.typeError(0, expected: "handle")
    }
    return handle
  }
}

extension Generation {
  /// A handle as scripts see it.
  func lua(_ handle: OpenHandle) -> LuaValue {
    classes.handle.map { .object(LuaObject(handle, type: $0)) } ?? .nil
  }

  /// Whether functions of the scripts still hear of anything.
  var isHearing: () -> Bool { { [weak self] in self?.phase == .running } }

  /// A function of the scripts as a listener to messages.
  func listener(_ function: LuaFunction) -> (Value) -> Void {
    { [weak self] value in self?.notify(function) { [try $0.lua(value)] } }
  }

  /// Runs a function of the scripts because something has happened.
  ///
  /// Nobody waits for it; what it raises goes to the log. A function of a generation that was
  /// replaced hears nothing more. While a script sends a message, its listeners wait until the
  /// script does.
  func notify(_ function: LuaFunction, _ arguments: (Generation) throws -> [LuaValue]) {
    guard phase == .running else { return }
    do {
      let arguments = try arguments(self)
      guard isSending else { return try notify(function, arguments) }
      let bytes = arguments.reduce(0) { $0 + $1.hostBytes }
      pendingMessages.append((function, arguments, count(.messages, bytes)))
      guard !isNotifying else { return }
      isNotifying = true
      timers.notifySoon()
    } catch {
      log(error)
    }
  }

  /// Sends a message on behalf of a script that is running.
  ///
  /// - Returns: The number of listeners that it reaches.
  func send(_ name: String, _ value: Value, from screen: Screen.ID) -> Int {
    isSending = true
    defer { isSending = false }
    return router.send(name, value, from: screen)
  }

  /// Notifies the listeners of sent messages, in order.
  func notifyPending() async {
    defer { isNotifying = false }
    while !pendingMessages.isEmpty {
      let batch = pendingMessages
      pendingMessages = []
      for entry in batch {
        await scheduler.acquireTurn()
        do {
          if phase == .running { try notify(entry.function, entry.arguments) }
        } catch {
          log(error)
        }
        scheduler.releaseTurn()
      }
    }
  }

  private func notify(_ function: LuaFunction, _ arguments: [LuaValue]) throws {
    guard !breaker.isOpen(for: function),
      case .later(let rest) = try beginInBackground(function, arguments, { _ in })
    else { return }
    timers.finish(rest)
  }

  /// Puts what a function raised into the log.
  func log(_ error: any Error) {
    let error = error as? RouterError ?? RouterError(.scriptError, "\(error)")
    log.write(LogEntry(level: .error, message: error.message, site: error.site))
  }
}
