import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// The owner of what a script registers now: the screen whose view runs, or nothing.
  var viewOwner: AnyObject? { phase == .running ? router.viewOwner : nil }

  /// The owner that a field names: a screen on the stage, or an object of the program.
  func owner(_ reader: inout FieldReader, _ field: String) -> AnyObject? {
    let value = reader[field]
    if value.isNil { return nil }
    switch value.object?.payload {
    case let screen as ScriptScreen:
      if let owner = router.owner(of: screen.id) { return owner }
      reader.add(.wrongType, "The owner is a screen that is not on the stage.", field: field)
      return nil
    case let reference as Reference where type(of: reference.object) is AnyClass:
      return reference.object as AnyObject
    default:
      reader.expect("a screen or an object of the program", in: field, got: value)
      return nil
    }
  }

  /// Sets what is asked when nothing fits, for one scheme or for all without their own.
  func setUnmatched(_ function: LuaFunction, scheme: String?) {
    unmatched.set(function, for: scheme)
    rules.unmatched = unmatched.handler(
      scheme: { $0.location.scheme },
      otherwise: programUnmatched
    ) { function in
      substitute(function) { generation, state in try generation.lua(state) }
    }
  }

  /// Sets what is asked when an open fails, for one scheme or for all without their own.
  func setOnError(_ function: LuaFunction, scheme: String?) {
    onError.set(function, for: scheme)
    rules.onError = onError.handler(
      scheme: { $0.location?.scheme },
      otherwise: programOnError
    ) { function in
      substitute(function) { generation, outcome in try generation.lua(outcome) }
    }
  }
}

extension Generation {
  /// Puts a function in the place of one of the program.
  ///
  /// A stub that a spec made stays when `headless.lua` runs at a reload.
  func stub(_ name: String, with function: LuaFunction) {
    if phase == .stubbing {
      if !specStubs.contains(name) { stubs[name] = function }
    } else {
      stubs[name] = function
      specStubs.insert(name)
    }
  }

  /// Begins with the stubs that specs made, in the same Lua state.
  func takeStubs(of old: Generation) {
    specStubs = old.specStubs
    stubs = old.stubs.filter { specStubs.contains($0.key) }
  }
}
