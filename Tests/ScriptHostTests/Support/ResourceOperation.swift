import Moonroute
import RoutePatterns

/// One operation on a resource: its code in both languages, and its result.
struct ResourceOperation: Sendable {
  /// A language that uses resources.
  enum Language: String, CaseIterable, Sendable { case lua, swift }

  /// The place of the resource for a cell.
  struct Place: Sendable {
    let number: Int

    var pattern: String { "/cell/\(number)/:k<int>" }
    var key: String { "/cell/\(number)/7" }
    var name: String { "cell\(number)" }
    var params: [String: ParameterValue] { ["k": .int(7)] }
  }

  let name: String
  /// The body of a function.
  ///
  /// It can use `path`, `key`, `pattern`, `name`, and `show` to format values.
  let lua: @Sendable (ValueKind) -> String
  let swift: @Sendable (ValueKind, ResourceStore, Place) async throws -> String
  let expected: @Sendable (ValueKind, ValueKind.Shape, Language) -> String
}

extension ResourceOperation {
  static let all: [ResourceOperation] = [
    ResourceOperation(
      name: "get by location",
      lua: { _ in "return show(resources.get(key))" },
      swift: { kind, store, place in await kind.show(try await store.value(place.key)) },
      expected: { kind, _, language in kind.shown(in: language) }
    ),
    ResourceOperation(
      name: "get by name",
      lua: { _ in "return show(resources.get(name, nil, { params = { k = 7 } }))" },
      swift: { kind, store, place in
        await kind.show(try await store.value(place.name, params: place.params))
      },
      expected: { kind, _, language in kind.shown(in: language) }
    ),
    ResourceOperation(
      name: "get by pattern",
      lua: { _ in "return show(resources.get(pattern, nil, { params = { k = 7 } }))" },
      swift: { kind, store, place in
        await kind.show(try await store.value(place.pattern, params: place.params))
      },
      expected: { kind, _, language in kind.shown(in: language) }
    ),
    ResourceOperation(
      name: "get as its type",
      lua: { "return show(resources.get(key, '\($0.type)'))" },
      swift: { kind, store, place in try await kind.read(store, place.key, [:]) },
      expected: { kind, _, language in kind.typed(in: language) }
    ),
    ResourceOperation(
      name: "get as its type or nothing",
      lua: { "return show(resources.get(key, '\($0.type)?'))" },
      swift: { kind, store, place in try await kind.readOptional(store, place.key) },
      expected: { kind, _, language in kind.typed(in: language, isOptional: true) }
    ),
    ResourceOperation(
      name: "get as another type",
      lua: { "return show(resources.get(key, '\($0.anotherType)'))" },
      swift: { kind, store, place in
        kind.anotherType == "string"
          ? try await store.get(place.key, as: String.self)
          : "\(try await store.get(place.key, as: Bool.self))"
      },
      expected: { _, _, _ in "value_type" }
    ),
    ResourceOperation(
      name: "has",
      lua: { _ in
        "return show({ resources.has(key), resources.has(name), resources.has(pattern),"
          + " resources.has('/no'), resources.has('no') })"
      },
      swift: { _, store, place in
        let keys = [place.key, place.name, place.pattern, "/no", "no"]
        return "{\(keys.map { "\(store.has($0))" }.joined(separator: ", "))}"
      },
      expected: { _, _, _ in "{true, true, true, false, false}" }
    ),
    ResourceOperation(
      name: "list",
      lua: { _ in
        "for _, entry in ipairs(resources.list()) do if entry.name == name then"
          + " return show({ entry.pattern == pattern, entry.persistent, entry.made }) end end"
      },
      swift: { _, store, place in
        guard let info = store.list.first(where: { $0.name == place.name }) else { return "none" }
        return "{\(info.pattern.text == place.pattern), \(info.isPersistent), "
          + "\(info.content.isMade)}"
      },
      expected: { _, shape, _ in "{true, false, \(shape != .constant)}" }
    ),
    ResourceOperation(
      name: "put again",
      lua: { _ in "resources.put { path = pattern, value = 1 }" },
      swift: { _, store, place in
        try store.put(place.pattern, value: 1)
        return "put"
      },
      expected: { _, _, _ in "resource_exists" }
    ),
    ResourceOperation(
      name: "put, the old one stays",
      lua: { _ in
        "resources.put { path = pattern, value = 1, combine = function(old, new) return old end }"
          + " return show(resources.get(name, nil, { params = { k = 7 } }))"
      },
      swift: { kind, store, place in
        try store.put(place.pattern, value: 1) { old, _ in old }
        return await kind.show(try await store.value(place.name, params: place.params))
      },
      expected: { kind, _, language in kind.shown(in: language) }
    ),
    ResourceOperation(
      name: "put, the new one stays under a new name",
      lua: { _ in
        "resources.put { path = pattern, name = name .. 'new', value = 'new',"
          + " combine = function(old, new) return new end }"
          + " return show({ resources.get(key), resources.has(name),"
          + " resources.has(name .. 'new') })"
      },
      swift: { _, store, place in
        try store.put(place.pattern, name: place.name + "new", value: "new") { _, new in new }
        let value = try await store.get(place.key, as: String.self)
        return "{\(value), \(store.has(place.name)), \(store.has(place.name + "new"))}"
      },
      expected: { _, _, _ in "{new, false, true}" }
    ),
    ResourceOperation(
      name: "update by location",
      lua: { _ in "resources.update(key, 'updated') return show(resources.get(key, 'string'))" },
      swift: { _, store, place in
        try store.update(place.key, value: "updated")
        return try await store.get(place.key, as: String.self)
      },
      expected: { _, _, _ in "updated" }
    ),
    ResourceOperation(
      name: "update by name with a function",
      lua: { _ in
        "resources.update(name, function(state) return state.params.k end)"
          + " return show(resources.get(key, 'integer'))"
      },
      swift: { _, store, place in
        try store.update(place.name, .immediate { .int($0.match[int: "k"] ?? 0) })
        return "\(try await store.get(place.key, as: Int.self))"
      },
      expected: { _, _, _ in "7" }
    ),
    ResourceOperation(
      name: "update by pattern with a function that waits",
      lua: { _ in
        "resources.update(pattern, function(state) sleep(0.001) return state.extra end)"
          + " return show(resources.get(key, 'string', { extra = 'late' }))"
      },
      swift: { _, store, place in
        let handler = Handler<RouteState, Value>
          .waiting { state in
            await Task.yield()
            return state.extra
          }
        try store.update(place.pattern, handler)
        return try await store.get(place.key, as: String.self, extra: "late")
      },
      expected: { _, _, _ in "late" }
    ),
    ResourceOperation(
      name: "delete by location",
      lua: { _ in "resources.delete(key) return show(resources.get(key))" },
      swift: { _, store, place in
        try store.delete(place.key)
        return "\(try await store.value(place.key))"
      },
      expected: { _, _, _ in "not_found" }
    ),
    ResourceOperation(
      name: "delete by name",
      lua: { _ in "resources.delete(name) return show(resources.get(name))" },
      swift: { _, store, place in
        try store.delete(place.name)
        return "\(try await store.value(place.name))"
      },
      expected: { _, _, _ in "unknown_name" }
    ),
    ResourceOperation(
      name: "delete by pattern, and put again",
      lua: { kind in
        "resources.delete(pattern) local was = resources.has(key)"
          + " resources.put { path = pattern, value = 'anew' }"
          + " return show({ was, resources.get(key) })"
      },
      swift: { _, store, place in
        try store.delete(place.pattern)
        let was = store.has(place.key)
        try store.put(place.pattern, value: "anew")
        return "{\(was), \(try await store.get(place.key, as: String.self))}"
      },
      expected: { _, _, _ in "{false, anew}" }
    ),
  ]
}

extension ValueKind {
  /// Functions that format values in scripts.
  ///
  /// `cell` returns a function's result or the error's code.
  static let showing = """
    function show(value)
      if type(value) == "table" then
        local shown, names = {}, {}
        for _, item in ipairs(value) do shown[#shown + 1] = show(item) end
        for name in pairs(value) do if type(name) == "string" then names[#names + 1] = name end end
        table.sort(names)
        for _, name in ipairs(names) do shown[#shown + 1] = name .. " = " .. show(value[name]) end
        return "{" .. table.concat(shown, ", ") .. "}"
      elseif type(value) == "function" then
        return "function: " .. value()
      elseif type(value) == "userdata" then
        local ok, greeting = pcall(function() return value:greet("hi") end)
        return tostring(value) .. (ok and ": " .. greeting or "")
      end
      return tostring(value)
    end
    function cell(pattern, key, name, body)
      local ok, answer = pcall(body, pattern, key, name)
      return ok and answer or answer.code
    end

    """

  /// The text for this value in a language.
  fileprivate func shown(in language: ResourceOperation.Language) -> String {
    language == .lua ? shownInLua : shownInSwift
  }

  /// The text for this value in a language, read as its own type.
  fileprivate func typed(
    in language: ResourceOperation.Language,
    isOptional: Bool = false
  ) -> String {
    if !isOptional, shownInLua == "nil" { return "value_type" }
    let isOffered = !["Secret", "@Sendable () -> Int"].contains(type)
    return language == .lua && !isOffered ? "unknown_type" : shown(in: language)
  }

  /// A type that the value does not have.
  fileprivate var anotherType: String { type == "string" ? "boolean" : "string" }
}
