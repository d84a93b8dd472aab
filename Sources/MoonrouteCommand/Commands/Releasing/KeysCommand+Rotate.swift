#if Command && Releases
import ArgumentParser
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import TextTools

extension KeysCommand {
  struct Rotate: LoadingCommand {
    enum Role: String, CaseIterable, ExpressibleByArgument {
      case root, release, channel
    }

    static let configuration = CommandConfiguration(
      commandName: "rotate",
      abstract: "Replaces keys of a depot, and signs all of its files again.",
      discussion: """
        The old and the new root keys sign the new list of keys, so programs with an older root \
        still follow the depot. All keys are replaced, unless --only names some. The folder of the old keys needs \
        root.pem and the keys that stay.
        """
    )

    @Option(
      help: ArgumentHelp("The folder of the old keys.", valueName: "folder"),
      completion: .directory
    )
    var keys = "keys"

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The new folder of the new keys.", valueName: "folder"),
      completion: .directory
    )
    var output: String

    @Option(
      help: ArgumentHelp("The folder of the depot.", valueName: "folder"),
      completion: .directory
    )
    var depot: String

    @Option(help: ArgumentHelp("A key to replace; repeatable.", valueName: "root|release|channel"))
    var only: [Role] = []

    @OptionGroup var printing: OutputOptions

    func perform() async throws {
      let (folder, newKeys) = (DepotFolder(depot), KeyFolder(path: output))
      let author = try changingDepot { () throws(DepotFolder.Failure) in try folder.author() }
      let version = author.rootVersion + 1
      let replaced = only.isEmpty ? Role.allCases : Role.allCases.filter(only.contains)
      let old = try DepotOptions.key(in: "\(keys)/root.pem")
      let made = replaced.map { (name: $0.rawValue, key: PrivateKey()) }
      func signer(_ role: Role) throws -> PrivateKey {
        let new = made.first { $0.name == role.rawValue }?.key
        return try new ?? DepotOptions.key(in: "\(keys)/\(role).pem")
      }
      let signers = DepotAuthor.Signers(
        root: try signer(.root),
        releases: try signer(.release),
        channels: try signer(.channel)
      )
      try newKeys.expectNew(made.map(\.name), root: version)
      do {
        // A depot without its keys is useless, so they come first.
        try newKeys.write(made)
        try changingDepot { () throws(DepotFolder.Failure) in
          try folder.change(since: author) { now throws(TrustError) in
            try now.rotate(from: old, to: signers, now: .now)
          }
        }
      } catch {
        // The depot still has its old keys.
        newKeys.remove(made.map(\.name))
        guard error is FileError else { throw error }
        Console.tell("moonroute: \(error)")
        throw ExitStatus.internalError
      }
      let bytes = try changingDepot { () throws(DepotFolder.Failure) in
        try folder.bytes(of: "metadata/\(version).root.json", limit: TrustLimit.rootBytes)
      }
      do throws(FileError) {
        try newKeys.writeRoot(bytes ?? [], version: version)
      } catch {
        Console.tell("moonroute: \(error). The depot has its new keys.")
        throw ExitStatus.internalError
      }
      report(made.map { newKeys.key($0.name) }, root: newKeys.root(version))
    }

    private func report(_ paths: [String], root: String) {
      let console = printing.console
      if printing.json {
        let keys = JSON.list(paths.map(JSON.text))
        console.print(
          JSON.fields(("depot", .text(depot)), ("root", .text(root)), ("keys", keys)).line
        )
      } else {
        console.printWrapped("\(depot.printable)  is signed with the new keys")
        console.printWrapped("\(root.printable)  compile it into the next version of your program")
        for path in paths { console.printWrapped("\(path.printable)  replaces the old key") }
      }
      console.flush()
    }
  }
}
#endif
