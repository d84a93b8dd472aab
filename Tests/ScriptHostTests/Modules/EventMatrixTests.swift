import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// Every kind of value as the extra of an event, emitted by either language and received by both.
@Suite struct EventMatrixTests {
  typealias Language = ResourceOperation.Language

  struct Column: Sendable, CustomTestStringConvertible {
    let kind: ValueKind
    let emitter: Language

    var testDescription: String { "\(kind.name), emitted by \(emitter.rawValue)" }
  }

  static let columns: [Column] = ValueKind.all.flatMap { kind in
    Language.allCases.filter { $0 == .swift || kind.lua != nil }
      .map { Column(kind: kind, emitter: $0) }
  }

  private static let main =
    ValueKind.showing + """
      resources.put { path = '/a/function', value = function()
        return function() return 'called' end end }
      seen = {}
      local function note(label)
        return function(event) seen[#seen + 1] = label .. ' ' .. show(event.extra) end
      end
      function take()
        local text = table.concat(seen, ', ')
        seen = {}
        return text
      end
      events.declare { name = 'kept', path = '/event/:id', sticky = true }
      events.on('/event/7', note 'exact')
      events.on('kept', note 'named')
      events.on('/event/**', note 'wild', { once = true })
      events.on('/alone', note 'alone')
      """

  @Test(arguments: columns)
  func `an extra reaches every kind of listener unchanged`(column: Column) async throws {
    let (kind, emitter) = (column.kind, column.emitter)
    let scripts = try await LoadedScripts.load(Self.main, offering: ValueKind.offer)
    let (stream, heard, late) = try await scripts.router.perform { application async throws in
      let events = application.events
      let (heard, continuation) = AsyncStream.makeStream(of: Value.self)
      try events.on("/event/:id") { continuation.yield($0.extra) }
      return (try events.values("/event/*"), heard, try events.values("/late"))
    }
    try await emit("/event/7", kind, by: emitter, in: scripts, reaching: 5)
    try await emit("/alone", kind, by: emitter, in: scripts, reaching: 1)

    // In Lua: `on`, by name, once, alone, last, and a later subscriber.
    let shown = kind.shownInLua
    #expect(
      await scripts.evaluate("take()")
        == "exact \(shown), named \(shown), wild \(shown), alone \(shown)"
    )
    #expect(await scripts.evaluate("show(events.last('kept').extra)") == shown)
    #expect(
      await scripts.evaluate(
        "(function() events.on('/event/:x', function(event) seen[1] = show(event.extra)"
          + " events.emit('/late') end) end)()"
      ) == ""
    )
    for await _ in late { break }
    #expect(await scripts.evaluate("take()") == shown)

    // In Swift: `on`, a stream, last.
    let wanted = kind.shownInSwift
    for await value in heard {
      #expect(await kind.show(value) == wanted)
      break
    }
    for await event in stream {
      #expect(await kind.show(event.extra) == wanted)
      break
    }
    let last = try await scripts.router.perform { try $0.events.last("kept")?.extra }
    #expect(await kind.show(last ?? "none") == wanted)
  }

  private func emit(
    _ path: String,
    _ kind: ValueKind,
    by emitter: Language,
    in scripts: LoadedScripts,
    reaching count: Int
  ) async throws {
    if emitter == .lua, let lua = kind.lua {
      #expect(await scripts.evaluate("events.emit('\(path)', \(lua))") == "\(count)")
      return
    }
    let reached = try await scripts.router.perform { application async throws in
      let value = try await kind.value(application.resources)
      return try application.events.emit(path, value)
    }
    #expect(reached == count)
  }
}
