import LuaRuntime
import Moonroute

extension ScreenModule {
  /// The methods that let a spec use a screen as a person would.
  var personMethods: [LuaMethod] { [tap, fill] }

  private var tap: LuaMethod {
    functions.suspendingMethod(
      "screen",
      "tap",
      "(text, place) → screen",
      "Taps a button or a link of the body, by its text or its name, as a person would."
    ) { call in
      let screen = try Self.screen(call)
      let (word, router) = (try call.string(1), bridge.scope.router)
      let place = call.isAbsent(2) ? nil : try call.place(2)
      let now = bridge.current(screen)
      let element: ScreenBody.Element
      do throws(PersonRefusal) {
        element = try router.element(for: word, at: place, on: now)
      } catch {
        throw call.argumentError(error.argument, error.message)
      }
      return {
        do throws(PersonRefusal) {
          try await router.use(element, of: now)
        } catch {
          throw error.asError
        }
        return [bridge.lua(screen)]
      }
    }
  }

  private var fill: LuaMethod {
    functions.method(
      "screen",
      "fill",
      "(fields) → screen",
      "Enters text into fields of the body, as a person would."
    ) { call in
      let screen = try Self.screen(call)
      let fields = try call.table(1).fields
        .map { ($0.key.string ?? $0.key.value.display, bridge.value($0.value)) }
      do {
        let filled = try bridge.scope.router.enter(fields, into: bridge.current(screen))
        screen.description.fields = filled.fields
        screen.description.lifetimeToken = filled.lifetimeToken
      } catch let refusal as PersonRefusal {
        throw call.argumentError(refusal.argument, refusal.message)
      }
      return [call[0]]
    }
  }
}

extension LuaCall {
  /// The place of an element in a body: a list of positions.
  fileprivate func place(_ index: Int) throws(LuaError) -> [Int] {
    let values = try table(index).array
    let positions = values.compactMap { $0.integer.map(Int.init) }
    guard !positions.isEmpty, positions.count == values.count else {
      throw argumentError(index, "a place is a list of positions: { 2, 1 }")
    }
    return positions
  }
}
