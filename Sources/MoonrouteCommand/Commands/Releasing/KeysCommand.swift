#if Command && Releases
import ArgumentParser
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import TextTools

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Makes and replaces the keys of a depot.",
    subcommands: [New.self, Rotate.self]
  )

  struct New: LoadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Makes three keys and an empty depot.",
      discussion: """
        root.pem signs the list of keys: store it offline. release.pem admits bundles, channel.pem \
        decides which hosts get them. Compile 1.root.json into your program, or give it to \
        'moonroute host --root'. With this file alone, a host can trust the depot.
        """
    )

    @Option(help: ArgumentHelp("The name of the application.", valueName: "name"))
    var app: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The new folder of the keys.", valueName: "folder"),
      completion: .directory
    )
    var output = "keys"

    @Option(
      help: ArgumentHelp("The new folder of the depot.", valueName: "folder"),
      completion: .directory
    )
    var depot: String

    @OptionGroup var printing: OutputOptions

    func validate() throws {
      guard ScriptBundle.isAppName(app) else {
        throw ValidationError("--app takes 1 to 63 of a-z, 0-9 and '-', but got '\(app)'.")
      }
    }

    func perform() async throws {
      let console = printing.console
      let (root, release, channel) = (PrivateKey(), PrivateKey(), PrivateKey())
      let keys = [("root", root), ("release", release), ("channel", channel)]
      let folder = KeyFolder(path: output)
      let paths = keys.map { folder.key($0.0) }
      try folder.expectNew(keys.map(\.0), root: 1)
      let files = try changingDepot { () throws(DepotFolder.Failure) in
        do throws(TrustError) {
          return try DepotAuthor.create(
            app: app,
            root: root,
            releases: release,
            channels: channel,
            now: .now
          )
        } catch {
          throw .trust(error)
        }
      }
      guard let rootFile = files.first(where: { $0.path == "metadata/1.root.json" }) else {
        throw ExitStatus.internalError
      }
      // A depot without its keys is useless, so they come first.
      try changingDepot { () throws(DepotFolder.Failure) in try DepotFolder(depot).expectNew() }
      do throws(FileError) {
        try folder.write(keys)
        try folder.writeRoot(rootFile.bytes, version: 1)
      } catch {
        Console.tell("moonroute: \(error)")
        throw ExitStatus.internalError
      }
      try changingDepot { () throws(DepotFolder.Failure) in try DepotFolder(depot).create(files) }
      guard !printing.json else {
        console.print(
          JSON.fields(
            ("app", .text(app)),
            ("depot", .text(depot)),
            ("root", .text(folder.root(1))),
            ("keys", .list(paths.map(JSON.text)))
          )
          .line
        )
        return console.flush()
      }
      console.printWrapped("\(depot.printable)  serve this folder, or give it to 'host --from'")
      console.printWrapped("\(folder.root(1).printable)  compile it into your program")
      for (path, use) in zip(
        paths,
        ["store it offline", "admits bundles", "decides which hosts get them"]
      ) {
        console.printWrapped("\(path.printable)  \(use)")
      }
      console.flush()
    }
  }
}
#endif
