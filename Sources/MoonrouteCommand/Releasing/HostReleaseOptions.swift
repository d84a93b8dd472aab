#if Command && Releases
import ArgumentParser
import ReleaseHTTP
import ReleaseTrust
import ScriptReleases

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The channel that `host` follows.
struct HostReleaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Follow the releases of a depot.", valueName: "folder|url"),
    completion: .directory
  )
  var from: String?

  @Option(
    help: ArgumentHelp("The trusted root of the depot.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var root: String?

  @Option(help: ArgumentHelp("The channel of the depot.", valueName: "name"))
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The name of this host, which decides about shares. (default: the name of the machine)",
      valueName: "name"
    )
  )
  var id: String?

  @Option(
    help: ArgumentHelp(
      "A folder for the release in use and the trusted metadata, for the next start.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var store: String?

  @Option(help: ArgumentHelp("The time between two looks at the depot.", valueName: "s"))
  var every = 5.0

  @Option(
    help: ArgumentHelp(
      "Also resolve this share of the links with a prepared release, and count differences.",
      valueName: "percent"
    )
  )
  var shadow: String?

  @OptionGroup var fleet: FleetOptions

  func validate() throws {
    guard from != nil else {
      guard root == nil, channel == nil, id == nil, store == nil, shadow == nil,
        fleet.fleet == nil
      else {
        throw ValidationError(
          "--root, --channel, --id, --store, --shadow and --fleet belong to --from."
            + " Give it the depot."
        )
      }
      return
    }
    _ = try shadowShare
    guard root != nil, let channel else {
      throw ValidationError("--from also needs --root FILE and --channel NAME.")
    }
    guard DepotPath.isName(channel) else {
      throw ValidationError("--channel takes 1 to 63 of a-z, 0-9 and '-', but got '\(channel)'.")
    }
    guard every >= 0.1, every <= 86_400 else {
      throw ValidationError("--every takes 0.1 to 86400 seconds, but got \(every).")
    }
  }

  /// The share of the links, from 0 to 1.
  var shadowShare: Double {
    get throws {
      Double(try shadow.map { try PercentOption.parts(of: $0, "--shadow") } ?? 0) / 10_000
    }
  }

  /// The depot in a folder or on a web server.
  func feed() throws -> any ReleaseFeed {
    let place = from ?? ""
    guard place.contains("://"), let url = URL(string: place) else { return FolderFeed(place) }
    do throws(FeedError) {
      return try HTTPFeed(url)
    } catch {
      throw ValidationError(error.description)
    }
  }

  var hostName: String { id ?? ProcessInfo.processInfo.hostName }

  /// The bytes of the trusted root, and the name of its application.
  func trustedRoot() throws -> (app: String, bytes: [UInt8]) {
    let (trusted, bytes) = try RootFile.root(at: root ?? "")
    guard let app = trusted.app else {
      let error = TrustError(root ?? "", .field("app", expected: "the name of the application"))
      throw ValidationError(error.description)
    }
    return (app, bytes)
  }
}
#endif
