#if Command && Inspector
import ArgumentParser
import Inspector
import LoopbackServer
import TextTools

struct ServedPage {
  let url: String
  let port: Int
  let key: String
}

extension ServeCommand {
  /// Rejects options that only apply to a loaded application.
  func validateAttach() throws {
    guard let attach else { return }
    do throws(ForwardError) {
      _ = try RemoteAddress(attach)
    } catch {
      throw ValidationError("\(error)".printable)
    }
    if let app {
      throw ValidationError(
        "--attach shows the application of the program at that address. Leave '\(app.printable)' out."
      )
    }
    let plain = try ApplicationOptions.parse([])
    let given = [
      ("--editor", editor != .vscode), ("--poll", poll), ("--console", self.console),
      ("--no-start", noStart),
      ("--memory", application.memory != plain.memory), ("--cpu", application.cpu != plain.cpu),
      ("--log", application.log != plain.log), ("--times", application.times),
      ("--storage", application.storage != nil), ("--unsafe", application.unsafe),
    ]
    let useless = given.filter(\.1).map(\.0)
    guard useless.isEmpty else {
      let names = useless.joined(separator: ", ")
      throw ValidationError("--attach loads no application here. Leave \(names) out.")
    }
  }

  /// Serves the page of a remote program until a signal arrives.
  func forward(to address: RemoteAddress) async throws {
    let console = output.console
    let place = address.place
    let forwarder: InspectorForwarder
    do {
      forwarder = try await InspectorForwarder.start(
        to: address,
        options: serverOptions,
        isReadOnly: !isLocal && !control
      ) { problem in
        console.say("moonroute: \((problem?.description ?? "\(place) answers again.").printable)")
      }
    } catch {
      console.say("moonroute: \("\(error)".printable)")
      throw ExitStatus.internalError
    }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Install the handlers first: a program that reads the address may send a signal immediately.
    let signals = EndSignals { end.finish() }
    announce(
      ServedPage(url: forwarder.url, port: forwarder.port, key: forwarder.key),
      "\(forwarder.application) of \(place)",
      on: console
    )
    for await _ in ends {}
    await forwarder.close()
    signals.cancel()
  }
}
#endif
