import BenchmarkBaselines
import Dispatch
import Foundation
import LuaRuntime
import Moonroute
import ScriptHost
import Synchronization

/// Reloading scripts, compared with bare Lua that compiles and runs the same texts.
enum ReloadSubject {
  static let subject = BenchmarkSubject(
    name: "reload",
    cases: [("reload/1000 routes in 51 files", makeLoads)],
    figures: { _ in
      guard let live = try? SaveToLive.measure() else { return [] }
      return live + EndlessReloads.measure()
    }
  )

  private static func makeLoads() throws -> BenchmarkCase {
    let some = try TwoVersions { ScriptSamples.application(version: $0) }
    let all = try TwoVersions { ScriptSamples.application(version: $0, inAll: true) }
    let files = ScriptSamples.application(version: 1)
    let texts = BareTexts(files.values.sorted().filter { !$0.hasPrefix("require") })
    guard texts.run() == 50 else { throw BenchmarkError.noMemory }
    return BenchmarkCase(
      name: "reload/1000 routes in 51 files",
      unitCount: 1,
      peers: [
        .init(name: "C, compiled and run by bare Lua") { texts.run() },
        // The previous generation is closed later and separately; that is not measured.
        .init(name: "one file changed: load, check, swap", goal: 2, after: some.closeRetired) {
          some.load()
        },
        .init(name: "every file changed: load, check, swap", goal: 1.8, after: all.closeRetired) {
          all.load()
        },
        .init(name: "the same, and what was before let go") {
          defer { all.closeRetired() }
          return all.load()
        },
        .init(name: "nothing changed: compare") { some.compare() },
      ]
    )
  }
}

/// An application that alternates between two versions of its scripts.
private final class TwoVersions: Sendable {
  private let application: LinkRouter
  private let host: ScriptHost
  private let versions: [ScriptSource]
  private let turn = Mutex(0)

  init(_ files: (Int) -> [String: String]) throws {
    let application = try LinkRouter(isolation: MainActor.shared)
    self.application = application
    versions = (1...2).map { .texts(files($0)) }
    host = try ScriptHost(versions[0], in: application)
    _ = try application.assumeIsolated { [host] in try host.load(in: $0) }
  }

  func load() -> Int {
    let next = turn.withLock { turn in
      turn = 1 - turn
      return turn
    }
    return application.assumeIsolated {
      (try? host.load(from: versions[next], in: $0)) == nil ? 0 : 1
    }
  }

  func compare() -> Int {
    application.assumeIsolated { (try? host.reload(in: $0)) == nil ? 0 : 1 }
  }

  func closeRetired() { application.assumeIsolated { host.closeRetired(in: $0) } }
}

private struct BareTexts {
  private let texts: [[CChar]]

  init(_ texts: [String]) { self.texts = texts.map { Array($0.utf8CString) } }

  func run() -> Int {
    let all = texts.flatMap { $0 }
    return all.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return 0 }
      var start = 0
      let pointers = texts.map { text in
        defer { start += text.count }
        return base + start
      }
      return Int(baseline_loadall(pointers, texts.map { $0.count - 1 }, texts.count))
    }
  }
}

/// The time from saving a file until its rules take effect.
private enum SaveToLive {
  private static let rounds = 21

  static func measure() throws -> [BenchmarkFigure] {
    let folder = FileManager.default.temporaryDirectory.path + "/moonroute-bench-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in ScriptSamples.application(version: 0) {
      try BenchmarkFolder(root: folder).write(text, to: name)
    }
    let times = Mutex<[Double]>([])
    let done = DispatchSemaphore(value: 0)
    Task {
      defer { done.signal() }
      guard let host = try? ScriptHost(.folder(folder)) else { return }
      let watcher = ScriptWatcher(.folder(folder))
      _ = try? await host.load()
      var changes = watcher.changes.makeAsyncIterator()
      for round in 1...rounds {
        let files = ScriptSamples.application(version: round)
        let start = ContinuousClock.now
        _ = try? BenchmarkFolder(root: folder)
          .write(files["routes/m7.lua"] ?? "", to: "routes/m7.lua")
        while await changes.next() != nil {
          guard let reload = try? await host.reload() else { continue }
          let time = (ContinuousClock.now - start - reload.rebuilding) / .milliseconds(1)
          times.withLock { $0.append(time) }
          break
        }
      }
    }
    done.wait()
    let sorted = times.withLock { $0.sorted() }
    guard !sorted.isEmpty else { return [] }
    return [
      BenchmarkFigure(
        name: "reload/save to live, median, 20 ms of it debounce",
        value: sorted[sorted.count / 2],
        unit: "ms",
        goal: 50
      )
    ]
  }
}

/// The memory growth after ten thousand reloads.
private enum EndlessReloads {
  private static let count = 10_000

  static func measure() -> [BenchmarkFigure] {
    guard let application = try? LinkRouter(isolation: MainActor.shared) else { return [] }
    var early: ProcessFacts?
    for version in 1...count {
      let text = """
        router.route { path = '/a', view = 'A', meta = { v = \(version) } }
        for _ = 1, 2 do events.on('/seek/:at', function(event) return event.params.at end) end
        """
      guard let host = try? ScriptHost(.texts(["main.lua": text]), in: application)
      else { return [] }
      application.assumeIsolated { application in
        _ = try? host.load(in: application)
        _ = try? application.events.emit("/seek/\(version)")
      }
      if version == count / 10 { early = ProcessFacts() }
    }
    guard let early, let late = ProcessFacts() else { return [] }
    let name = "reload/\(count) reloads over \(count / 10)"
    return [
      .init(name: name + ": memory", value: late.memory / early.memory, unit: "×", goal: 1.1),
      .init(name: name + ": descriptors", value: late.files - early.files, unit: "more", goal: 0),
      .init(name: name + ": threads", value: late.threads - early.threads, unit: "more", goal: 0),
    ]
  }
}

private struct ProcessFacts {
  var memory = 0.0
  var files = 0.0
  var threads = 0.0

  init?() {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    else { return nil }
    func number(_ field: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
      return line.flatMap { Double($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0
    }
    memory = number("VmRSS")
    threads = number("Threads")
    files = Double(open.count)
  }
}
