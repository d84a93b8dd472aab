import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// Every operation on resources × every kind of value × both languages, with the value put by
/// either.
@Suite struct ResourceMatrixTests {
  /// One column of the matrix: a kind of value at a pattern, put by one of the languages.
  struct Column: Sendable, CustomTestStringConvertible {
    let kind: ValueKind
    let shape: ValueKind.Shape
    let putter: ResourceOperation.Language

    var testDescription: String { "\(kind.name), \(shape.rawValue), put by \(putter.rawValue)" }
  }

  static let columns: [Column] = ValueKind.all.flatMap { kind in
    ValueKind.Shape.allCases.flatMap { shape in
      ResourceOperation.Language.allCases
        .filter { $0 == .swift || kind.lua != nil && !(kind.isCalled && shape == .constant) }
        .map { Column(kind: kind, shape: shape, putter: $0) }
    }
  }

  @Test(arguments: columns)
  func `every operation has the same result for a value in both languages`(
    column: Column
  ) async throws {
    let scripts = try await LoadedScripts.load(
      ValueKind.showing + "resources.put { path = '/a/function', value = function()"
        + " return function() return 'called' end end }",
      offering: ValueKind.offer
    )
    for (row, operation) in ResourceOperation.all.enumerated() {
      for (index, language) in ResourceOperation.Language.allCases.enumerated() {
        let place = ResourceOperation.Place(number: 2 * row + index)
        try await put(column, at: place, in: scripts)
        let answer = await run(operation, column.kind, language, at: place, in: scripts)
        let expected = operation.expected(column.kind, column.shape, language)
        #expect(answer == expected, "\(column): \(operation.name) in \(language)")
      }
    }
  }

  @Test func `the matrix has every cell`() {
    let cells =
      Self.columns.count * ResourceOperation.all.count * ResourceOperation.Language.allCases.count
    #expect(ValueKind.all.count == 16)
    #expect(Self.columns.count == 80)
    #expect(cells == 80 * 17 * 2)
  }

  private func put(
    _ column: Column,
    at place: ResourceOperation.Place,
    in scripts: LoadedScripts
  ) async throws {
    let (kind, shape) = (column.kind, column.shape)
    guard column.putter == .lua, let lua = kind.lua else {
      try await scripts.router.perform { application async throws in
        try await kind.put(application.resources, place.pattern, place.name, shape)
      }
      return
    }
    let value =
      switch shape {
      case .constant: lua
      case .made: "function() return \(lua) end"
      case .waiting: "function() sleep(0.001) return \(lua) end"
      }
    let answer = await scripts.evaluate(
      "resources.put { path = '\(place.pattern)', name = '\(place.name)', value = \(value) } ~= nil"
    )
    #expect(answer == "true")
  }

  private func run(
    _ operation: ResourceOperation,
    _ kind: ValueKind,
    _ language: ResourceOperation.Language,
    at place: ResourceOperation.Place,
    in scripts: LoadedScripts
  ) async -> String {
    switch language {
    case .lua:
      return await scripts.evaluate(
        "cell('\(place.pattern)', '\(place.key)', '\(place.name)', function(pattern, key, name) "
          + operation.lua(kind) + " end)"
      )
    case .swift:
      return await scripts.router.perform { application async in
        do {
          return try await operation.swift(kind, application.resources, place)
        } catch {
          return (error as? RouterError)?.code.rawValue ?? "\(error)"
        }
      }
    }
  }
}
