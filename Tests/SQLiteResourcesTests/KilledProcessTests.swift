#if SQLite
import Foundation
import Moonroute
import SQLiteResources
import TestSupport
import Testing

/// A process that is killed during writes.
@Suite struct KilledProcessTests {
  @Test func `no acknowledged write is lost if the process is killed at any moment`() async throws {
    let folder = NSTemporaryDirectory() + "killed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var acknowledged = 0
    for round in 0..<TestScale.kills {
      // Every tenth round begins with a new file, so that its creation is also interrupted.
      let file = "\(folder)/\(round / 10).sqlite"
      if round % 10 == 0 { acknowledged = 0 }
      let notes = "\(folder)/\(round).acknowledged"
      let delay = Int.random(in: 100...60_000)
      let first = acknowledged
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          file = file as String, notes = notes as String, delay = delay as Int,
          first = first as Int
        ] in
        try Self.writeUntilKilled(file, notes: notes, after: delay, from: first)
      }
      let storage = try SQLiteResources(path: file)
      try storage.checkIntegrity()
      let acked = (try? Data(contentsOf: URL(fileURLWithPath: notes)))?.count ?? 0
      acknowledged += acked
      let stored = try storage.value(for: "/count")?.int ?? 0
      #expect(
        stored == acknowledged || stored == acknowledged + 1,
        "round \(round), killed after \(delay) turns: \(acknowledged) acknowledged, \(stored) stored"
      )
      acknowledged = Int(stored)
    }
  }

  /// Saves numbers in sequence, acknowledges each, and is killed meanwhile.
  private static func writeUntilKilled(
    _ file: String,
    notes: String,
    after delay: Int,
    from first: Int
  ) throws {
    Thread.detachNewThread {
      // A different moment each time, without a clock: the number of calls to the scheduler varies.
      for _ in 0..<delay { sched_yield() }
      kill(getpid(), SIGKILL)
    }
    let note = open(notes, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let storage = try SQLiteResources(path: file)
    var number = first
    while true {
      number += 1
      try storage.save(.int(Int64(number)), for: "/count")
      var mark: UInt8 = 1
      _ = write(note, &mark, 1)
    }
  }
}
#endif
