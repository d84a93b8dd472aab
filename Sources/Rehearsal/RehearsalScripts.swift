package import Moonroute
package import ScriptHost

/// The scripts of an application as they are at one moment, for any number of rehearsals.
package struct RehearsalScripts: Sendable {
  /// Makes a host of the same source in an application with a clock of its own.
  package typealias MakeHost = @Sendable (Application) throws -> ScriptHost

  /// The bytes of each script by its path.
  package let texts: [String: [UInt8]]

  private let makeHost: MakeHost

  /// Takes scripts.
  ///
  /// - Parameters:
  ///   - texts: The bytes of each script by its path.
  ///   - makeHost: Makes the hosts, with their limits and what they offer.
  package init(_ texts: [String: [UInt8]], makeHost: @escaping MakeHost) {
    (self.texts, self.makeHost) = (texts, makeHost)
  }

  /// Takes the scripts that are in force in a host; none before any have loaded.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - makeHost: Makes the hosts, with their limits and what they offer.
  package init(of host: ScriptHost, makeHost: @escaping MakeHost) async {
    let texts = await host.application.perform { host.scriptFiles(in: $0) }
    self.init(texts, makeHost: makeHost)
  }

  /// Loads the scripts once more; nothing has been done with them yet.
  ///
  /// - Throws: What keeps them from loading.
  package func rehearsal() async throws -> Rehearsal {
    let time = RehearsalTime()
    let application = try Application(on: RehearsalOwner(time.executor), clock: time.clock)
    let host = try await load(in: application)
    return Rehearsal(host, time)
  }

  /// Loads the scripts in an application.
  ///
  /// - Parameter application: The application, which has no scripts yet.
  /// - Returns: The host.
  /// - Throws: What keeps them from loading.
  package func load(in application: Application) async throws -> ScriptHost {
    let (host, texts) = (try makeHost(application), texts)
    _ = try await host.application.perform { try host.load(over: texts, in: $0) }
    return host
  }
}
