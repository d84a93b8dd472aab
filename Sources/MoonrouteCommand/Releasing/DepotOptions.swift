#if Command && Releases
import ArgumentParser
import ReleaseTrust
import ScriptHost
import ScriptReleases
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The depot of a command, and the key that signs its change.
struct DepotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the depot.", valueName: "folder"),
    completion: .directory
  )
  var depot: String

  @Option(
    help: ArgumentHelp("The file of the private key that signs.", valueName: "file"),
    completion: .file(extensions: ["pem"])
  )
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Instead of --key: a command that reads bytes and prints their signature in hex.",
      valueName: "command"
    )
  )
  var signer: String?

  func validate() throws {
    guard (key == nil) != (signer == nil) else {
      throw ValidationError(
        key == nil
          ? "Give the key that signs: --key FILE or --signer COMMAND."
          : "--key and --signer cannot be combined. Give only one."
      )
    }
  }

  var folder: DepotFolder { DepotFolder(depot) }

  /// The signer of a role, whose keys are known.
  func signer(for role: RoleKeys, named name: String) throws -> any ReleaseSigner {
    if let key { return try Self.key(in: key) }
    guard role.keys.count == 1, let key = role.keys.values.first else {
      throw ValidationError("--signer works with one key, but '\(name)' has \(role.keys.count).")
    }
    return CommandSigner(command: signer ?? "", key: key)
  }

  static func key(in path: String) throws -> PrivateKey {
    do {
      guard let bytes = try FileReader(limit: 1 << 16).bytes(of: path) else {
        throw ValidationError(
          "'\(path.printable)' does not exist. 'moonroute keys new' makes it."
        )
      }
      return try PrivateKey(pem: String(decoding: bytes, as: UTF8.self), file: path)
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }
}

/// A key in another program or device: a command reads bytes and prints their signature.
private struct CommandSigner: ReleaseSigner {
  let command: String
  let key: TrustKey

  func sign(_ bytes: [UInt8]) throws(TrustError) -> [UInt8] {
    func problem(_ reason: String) -> TrustError {
      TrustError("'\(command)'", .signerFailed(reason))
    }
    let run: ChildProcess
    do throws(ChildProcess.Failure) {
      run = try ChildProcess.run("sh", ["-c", command], input: bytes)
    } catch {
      throw problem("it could not be started")
    }
    guard run.status == 0 else { throw problem("it ended with status \(run.status)") }
    let text = String(decoding: run.output, as: UTF8.self).filter { !$0.isWhitespace }
    guard let signature = Hex.bytes(text), key.verifies(signature, of: bytes) else {
      throw problem("its output is not a signature of the key \(key.id.prefix(8)) in hex")
    }
    return signature
  }
}

/// Runs a change of a depot, and turns its failure into a message and a status.
func changingDepot<Result>(
  _ change: () throws(DepotFolder.Failure) -> Result
) throws -> Result {
  do throws(DepotFolder.Failure) {
    return try change()
  } catch .changed(let version) {
    Console.tell("moonroute: \(DepotFolder.Failure.changed(channels: version))")
    throw ExitStatus.no
  } catch .file(let error) {
    Console.tell("moonroute: \(error)")
    throw ExitStatus.internalError
  } catch {
    throw ValidationError("\(error)".printable)
  }
}
#endif
