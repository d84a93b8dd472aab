#if Command && Releases
import ArgumentParser
import Fleet
import NATSFleet
import ReleaseTrust
import ScriptReports
import TextTools

/// The servers that connect the hosts of a fleet.
struct FleetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The NATS servers of the fleet, such as nats://HOST:4222 or tls://HOST, separated by commas.",
      valueName: "url"
    )
  )
  var fleet: String?

  @Option(
    help: ArgumentHelp(
      "The certificates that the servers of the fleet are checked with.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem"])
  )
  var fleetCa: String?

  @Option(
    help: ArgumentHelp("The credentials for the servers of the fleet.", valueName: "file"),
    completion: .file(extensions: ["creds"])
  )
  var fleetCreds: String?

  func validate() throws {
    guard fleet != nil || (fleetCa == nil && fleetCreds == nil) else {
      throw ValidationError("--fleet-ca and --fleet-creds belong to --fleet. Give it the servers.")
    }
    #if !NATS
    guard fleet == nil else {
      throw ValidationError(
        "This moonroute was built without '--fleet'. Build it with swift build"
          + " --traits Command,LinkService,NATS."
      )
    }
    #endif
  }

  /// Connects to the fleet, or keeps trying; `nil` without one.
  func link() async throws -> (any FleetLink)? {
    #if NATS
    guard let fleet else { return nil }
    var options = NATSOptions(fleet)
    (options.certificates, options.credentials) = (fleetCa, fleetCreds)
    do throws(FleetError) {
      return try await NATSLink.connect(options)
    } catch {
      throw ValidationError(error.description.printable)
    }
    #else
    return nil
    #endif
  }

  /// Sends news after a change of a depot; `nil` without a fleet.
  func announcer() async throws -> NewsSender? { try await link().map(NewsSender.init) }
}

/// Sends the news of a command, and turns a failure into a message and a status.
struct NewsSender {
  private let announcer: FleetAnnouncer

  init(_ link: any FleetLink) { announcer = FleetAnnouncer(over: link) }

  /// Checks, before a depot is changed, that its news can be sent.
  func check(_ author: DepotAuthor, _ channel: String) async throws {
    try await usingFleet { () throws(FleetError) in
      try await announcer.check(author, channel: channel)
    }
  }

  /// The reason why the fleet cannot be reached now, or `nil`.
  func problem(_ author: DepotAuthor, _ channel: String) async -> FleetError? {
    do throws(FleetError) {
      try await announcer.check(author, channel: channel)
      return nil
    } catch {
      return error.kind == .offline ? error : nil
    }
  }

  /// Sends the news of a changed depot.
  func announce(_ author: DepotAuthor, _ channel: String) async throws {
    do throws(FleetError) {
      try await announcer.announce(author, channel: channel)
    } catch {
      Console.tell(
        "moonroute: the depot is changed, but the fleet has no news of it. The hosts take the change"
          + " at their next look at the depot. \(error.description.onOneLine.printable)"
      )
      throw ExitStatus.internalError
    }
  }
}

/// Uses a fleet, and turns its failure into a message and a status.
func usingFleet<Result>(
  _ use: () async throws(FleetError) -> Result
) async throws -> Result {
  do throws(FleetError) {
    return try await use()
  } catch {
    Console.tell("moonroute: \(error.description.onOneLine.printable)")
    throw error.kind == .conflict ? ExitStatus.no : ExitStatus.internalError
  }
}
#endif
