import Foundation
import Moonroute
import Synchronization
import Testing

@testable import ScriptHost

/// Watching a folder by checking its files at each tick.
@Suite struct PollingTests {
  /// A timer that ticks when the test requests it.
  private final class HandTimer: PollingTimer {
    private let ticking = Mutex<(@Sendable () -> Void)?>(nil)

    var isTicking: Bool { ticking.withLock { $0 != nil } }

    func start(_ tick: @escaping @Sendable () -> Void) { ticking.withLock { $0 = tick } }
    func stop() { ticking.withLock { $0 = nil } }
    func tick() { ticking.withLock { $0 }?() }
  }

  /// The number of changes that a watcher has reported.
  private final class Changes: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func note() { number.withLock { $0 += 1 } }
  }

  @Test(arguments: [
    "echo longer >> a.lua", "rm a.lua", "echo x > b.lua", "mkdir c && echo x > c/init.lua",
    "touch -t 200101010000 a.lua", "cp -p a.lua b.txt && mv b.txt a.lua",
  ])
  func `a poll reports a change once`(line: String) throws {
    let folder = try ScriptFolder(["a.lua": "x = 1"])
    let (timer, changes) = (HandTimer(), Changes())
    let watch = PollingWatch(folder.path, following: .inside, at: timer, notify: changes.note)
    timer.tick()
    #expect(changes.count == 0)
    try folder.shell(line)
    #expect(changes.count == 0)
    timer.tick()
    timer.tick()
    #expect(changes.count == 1)
    watch.stop()
    #expect(!timer.isTicking)
  }

  @Test func `a change found by polling loads the scripts again`() async throws {
    let folder = try ScriptFolder(["main.lua": "router.route { path = '/a', view = 'A' }"])
    let timer = HandTimer()
    let watcher = ScriptWatcher(.folder(folder.path)) { path, notify in
      PollingWatch(path, following: .inside, at: timer, notify: notify)
    }
    let host = try ScriptHost(.folder(folder.path), in: .patient())
    try await host.load()
    try folder.write("b.lua", "b = 1")
    timer.tick()
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() != nil)
    #expect(try await host.reload()?.files.added == ["b.lua"])
    watcher.stop()
    #expect(await changes.next() == nil)
    #expect(!timer.isTicking)
  }
}
