#if Releases
import MessageStream
import Moonroute
import ScriptHost
import Synchronization

/// The revisions of the copies that a host has.
struct FleetValues {
  fileprivate var revisions: [String: UInt64] = [:]
  /// The number of values that were taken.
  fileprivate var arrivalCount = 0
}

/// The value of a shared resource in a message.
enum FleetValueText {
  /// The largest value that is read.
  private static let byteLimit = 640 << 10

  static func bytes(of value: Value) -> [UInt8] { Array(JSON(value).line.utf8) }

  /// Reads a value; `nil` for bytes that no host writes.
  static func value(of bytes: [UInt8]) -> Value? {
    guard bytes.count <= byteLimit, let json = try? JSONParser.parse(bytes) else { return nil }
    let value = Value(wire: json)
    // A conditional expression would make `nil` the value null.
    guard !value.isNull, value.reasonAgainstFleet == nil else { return nil }
    return value
  }
}

extension FleetMember {
  /// The time between two reads of all values, plus or minus a tenth.
  private static let readTime = Duration.seconds(30)

  /// The number of deliveries that may wait; beyond it, all values are read again.
  private static let waitingValues = 256

  func sharing(in router: LinkRouter, note: @escaping @Sendable () -> Void) -> ResourceSharing {
    ResourceSharing(
      read: { key in
        let known = try await self.inWords { () async throws(FleetError) in
          try await self.link.value(of: .value(self.app, key: key))
        }
        guard let known else { return (nil, 0) }
        guard let value = FleetValueText.value(of: known.bytes) else {
          throw RouterError(
            .storageFailed,
            "The value of '\(key)' in the fleet cannot be read. Remove it:"
              + " nats kv purge mr_values '\(FleetKey.value(self.app, key: key))'."
          )
        }
        return (value, known.revision)
      },
      write: { key, value, revision in
        let bytes = FleetValueText.bytes(of: value)
        let written = try await self.inWords { () async throws(FleetError) in
          try await self.link.put(bytes, at: .value(self.app, key: key), after: revision)
        }
        await router.perform { self.take(value, written, at: key, in: $0) }
      },
      note: note
    )
  }

  /// Turns the errors of a link into the words of `resources.change`.
  private func inWords<Result: Sendable>(
    _ body: () async throws(FleetError) -> Result
  ) async throws -> Result {
    do throws(FleetError) {
      return try await body()
    } catch {
      switch error.kind {
      case .offline: throw SharingProblem.offline
      case .conflict: throw SharingProblem.conflict
      case .unknown: throw SharingProblem.unknown
      case .refused: throw RouterError(.storageFailed, error.description)
      }
    }
  }

  /// Takes the values of keys until the stream ends or the task is cancelled.
  func follow(
    _ keys: [String],
    in router: LinkRouter,
    _ clock: some Clock<Duration>,
    _ report: @escaping Report
  ) async throws(FleetError) {
    let names = Dictionary(
      uniqueKeysWithValues: keys.map { (FleetSubject.value(app, key: $0), $0) }
    )
    let deliveries = try await link.deliveries(of: [.values(app)], limit: Self.waitingValues)
    // Read after the subscription, so that nothing is missed between the two.
    await read(keys, in: router, report)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          try? await clock.sleep(for: Self.readTime * (0.9 + 0.2 * FleetSurroundings.chance()))
          if !Task.isCancelled { await self.read(keys, in: router, report) }
        }
      }
      for await delivery in deliveries {
        guard case .message(let message) = delivery else {
          await read(keys, in: router, report)
          continue
        }
        guard let key = names[message.subject], let revision = message.revisions?.current,
          let value = FleetValueText.value(of: message.bytes)
        else { continue }
        await router.perform { self.take(value, revision, at: key, in: $0) }
      }
      group.cancelAll()
    }
  }

  private func read(_ keys: [String], in router: LinkRouter, _ report: @escaping Report) async {
    for key in keys {
      let count = values.withLock { $0.arrivalCount }
      do throws(FleetError) {
        let known = try await link.value(of: .value(app, key: key))
        note(nil, report)
        await router.perform { router in
          // A lower revision is a new bucket, unless a value has overtaken the answer.
          if self.values.withLock({ $0.arrivalCount }) == count {
            let isLower = self.values.withLock {
              $0.revisions[key, default: 0] > known?.revision ?? 0
            }
            if isLower { self.values.withLock { $0.revisions[key] = nil } }
          }
          guard let known, let value = FleetValueText.value(of: known.bytes) else { return }
          self.take(value, known.revision, at: key, in: router)
        }
      } catch {
        if !Task.isCancelled { note(error, report) }
        // Each further key could wait for the server as long as this one.
        if error.kind == .offline { return }
      }
    }
  }

  /// Takes a value, unless the host has a later one; on the router's executor.
  private func take(
    _ value: Value,
    _ revision: UInt64,
    at key: String,
    in router: isolated LinkRouter
  ) {
    let isNew = values.withLock { values in
      guard revision > values.revisions[key, default: 0] else { return false }
      values.revisions[key] = revision
      values.arrivalCount += 1
      return true
    }
    if isNew { router.takeShared(value, at: key) }
  }
}
#endif
