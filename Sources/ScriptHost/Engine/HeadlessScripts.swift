package import Moonroute

/// The scripts of an application without an embedding program.
///
/// Every command, the editor's server, specs and rehearsals make their hosts here, so that the
/// same scripts load in all of them or in none.
package struct HeadlessScripts: Sendable {
  /// The memory limit of the scripts in bytes, unless a command sets another: 64 MiB.
  package static let memoryBytes = 64 << 20

  /// The processor time of a decision or a handler, unless a command sets another.
  package static let computingTime = Duration.milliseconds(250)

  package var source: ScriptSource

  package var memoryBytes = Self.memoryBytes

  /// The processor time of a decision or a handler, over all its waits.
  package var computingTime = Self.computingTime

  /// Whether the scripts get all of Lua's libraries and no limits.
  package var isUnsafe = false

  /// Whether late parts are loaded with the other scripts, so that a tool knows all routes.
  package var loadsParts = true

  /// Makes the storage of persistent resources; by default one in memory for each router.
  package var makeStorage: @Sendable () -> any ResourceStorage & Sendable = { MemoryResources() }

  /// Receives the lines of the log; by default, they are dropped.
  package var log: @Sendable (LogEntry) -> Void = { _ in }

  package var logLimit: LogLimit? = LogLimit()

  package init(_ source: ScriptSource) { self.source = source }

  /// Makes a host without loading anything; `offering` sets its offers.
  ///
  /// The first load gives the router its storage, unless the router already has one.
  package func host(
    in application: LinkRouter,
    offering: (inout HostOffers) -> Void = { _ in }
  ) throws(ScriptProblems) -> ScriptHost {
    let options = ScriptOptions(
      memoryLimit: memoryBytes,
      computingTime: computingTime,
      isUnsafe: isUnsafe,
      runsHeadless: true,
      loadsParts: loadsParts,
      logLimit: logLimit,
      log: log
    )
    let host = try ScriptHost(source, in: application, options: options, offering: offering)
    host.setup.makeStorage = makeStorage
    return host
  }

  /// Makes a host that discards its log.
  package func silentHost(in application: LinkRouter) throws(ScriptProblems) -> ScriptHost {
    var scripts = self
    (scripts.log, scripts.logLimit) = ({ _ in }, nil)
    return try scripts.host(in: application)
  }
}
