import Moonroute
import ScriptHost
import Testing

/// Functions of scripts that call a suspending function of the program.
@Suite struct SuspendingFunctionTests {
  private static let wait = FunctionKind.beginning(
    wait: "local got = host.slow(value) log.info('back', got) host.done() return got"
  )

  private func load(_ kind: FunctionKind, _ slow: Gate, _ done: Gate) async throws -> LoadedScripts
  {
    done.open()
    return try await LoadedScripts.load(Self.wait + kind.main, files: FunctionKind.files) {
      offers in
      offers.function("slow") { arguments async in
        await slow.wait()
        return arguments.first ?? .null
      }
      offers.function("done") { _ async in
        await done.wait()
        return .null
      }
    }
  }

  @Test(arguments: FunctionKind.asked)
  func `the caller waits with the function, and gets its result`(kind: FunctionKind) async throws {
    let (slow, done) = (Gate(), Gate())
    let scripts = try await load(kind, slow, done)
    _ = await scripts.open("/")
    async let answer = scripts.evaluate(kind.line)
    await slow.reached()
    #expect(scripts.log.lines.isEmpty)
    // The application is free in the meantime.
    #expect(await scripts.evaluate("1 + 1") == "2")
    slow.open()
    let got = await answer
    #expect(got == kind.answer)
    #expect(scripts.log.lines.count == 1)
  }

  @Test(arguments: FunctionKind.besides)
  func `a handler waits concurrently with its trigger, and continues`(
    kind: FunctionKind
  ) async throws {
    let (slow, done) = (Gate(), Gate())
    let scripts = try await load(kind, slow, done)
    _ = await scripts.open("/")
    let answer = await scripts.evaluate(kind.line)
    #expect(answer.isEmpty || answer == "timer")
    await slow.reached()
    #expect(scripts.log.lines.isEmpty)
    slow.open()
    await done.reached()
    #expect(scripts.log.lines == ["main.lua:2 info: back \(kind.answer)"])
  }
}
