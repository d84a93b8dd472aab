import LuaRuntime
import Moonroute

/// Notifies observers of host calls; without observers, scripts call the functions directly.
final class HostWatch {
  /// The levels of tables that observers see in arguments and results.
  private static let depth = 8

  var run: LuaFunction?

  private unowned let maker: FunctionMaker
  private unowned let scope: RegistrationScope
  private let observers: ScriptObservers<HostCall>
  private let earlyObservers: ScriptObservers<HostCall>
  private let type: LuaClass

  /// The wrapper functions that report calls, with the functions that they run, by name.
  private var made: [String: (function: LuaFunction, watched: LuaFunction)] = [:]

  private final class Begun {
    let name: String
    let arguments: [Value]
    let site: SourceSite?
    let place: OpenPlace?
    var isOver = false

    init(_ name: String, _ arguments: [Value], _ site: SourceSite?, _ place: OpenPlace?) {
      (self.name, self.arguments, self.site, self.place) = (name, arguments, site, place)
    }

    func ended(_ answers: [Value]?, _ error: String?) -> HostCall {
      isOver = true
      return call(answers, error)
    }

    func call(_ answers: [Value]? = nil, _ error: String? = nil) -> HostCall {
      HostCall(
        name: name,
        arguments: arguments,
        answers: answers,
        error: error,
        site: site,
        place: place
      )
    }
  }

  init(
    functions: FunctionMaker,
    scope: RegistrationScope,
    _ setup: ScriptSetup
  ) throws(LuaError) {
    maker = functions
    self.scope = scope
    (observers, earlyObservers) = (setup.hostCalls, setup.begunHostCalls)
    var definition = LuaClassDefinition<Begun>("host call")
    // The end of the call closes it: its return, an error, or the end of its script.
    definition.close = { [observers] begun, error in
      guard !begun.isOver else { return }
      observers.tell(begun.ended(nil, error.isNil ? "It did not finish." : error.message))
    }
    type = try functions.state.makeClass(definition)
  }

  /// The functions that report the beginning and the end of a call.
  func functions() throws(LuaError) -> [LuaFunction] {
    let begin = try maker.state.makeFunction("host", depth: 0) { [self] call in
      let begun = Begun(
        try call.string(0),
        shown(call.arguments.dropFirst(), call),
        SourceSite(call.caller()),
        scope.router.currentPlace
      )
      earlyObservers.tell(begun.call())
      return [.object(LuaObject(begun, type: type))]
    }
    let finish = try maker.state.makeFunction("host", depth: 0) { [self] call in
      guard let begun = call[0].object?.payload as? Begun else { return [] }
      observers.tell(begun.ended(shown(call.arguments.dropFirst(), call), nil))
      return []
    }
    return [begin, finish]
  }

  /// A table that cannot be copied, such as a cyclic one, becomes its name.
  private func shown(_ values: ArraySlice<LuaValue>, _ call: LuaCall) -> [Value] {
    values.map { value in
      guard case .reference(let table) = value else { return Value(shown: value) }
      let copy = try? call.state.read(table, depth: Self.depth)
      return Value(shown: copy ?? value)
    }
  }

  /// A function of the program for scripts: a reporting wrapper if it has observers.
  func watched(_ name: String, _ function: LuaFunction) throws(LuaError) -> LuaFunction {
    guard !observers.isEmpty, let run else { return function }
    if let known = made[name], known.function.isSame(as: function) { return known.watched }
    let watched = try maker.state.makeAnswering("host.\(name)", depth: 0) { call in
      .call(run, [.string(name), .function(function)] + call.arguments)
    }
    made[name] = (function, watched)
    return watched
  }
}

extension LuaValue {
  fileprivate var message: String {
    if case .error(let error) = self { error.message } else { display }
  }
}
