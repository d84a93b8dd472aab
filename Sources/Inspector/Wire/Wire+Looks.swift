#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension InspectorService {
  static var lookHandlers: [WireHandler] {
    [
      WireHandler(.get, "looks", feature: "looks", need: .looks) { service, _ in
        _ = service.looks.refresh(from: service.inspected.host)
        return .json(service.looks.json)
      },
      WireHandler(.get, "pictures", need: .looks) { service, request in
        .json(try service.looks.picture(request.text("name"), of: service.inspected.host))
      },
      WireHandler(.get, "screens/", feature: "screen_pictures", need: .screenPictures) {
        service,
        request in
        .json(try await service.picture(ofScreen: request.rest))
      },
    ]
  }

  /// A picture of a screen by the attached program: the rest of the path is `ID/picture`.
  private func picture(ofScreen rest: String) async throws(Refusal) -> JSON {
    let parts = rest.split(separator: "/")
    guard parts.count == 2, parts[1] == "picture", let id = UInt64(parts[0]) else {
      throw .notFound("There is nothing at 'screens/\(rest.prefix(200))'.")
    }
    let screen = await inspected.application.perform { $0.stage.screen(Screen.ID(rawValue: id)) }
    guard let screen, let picture = await settings.picture?(screen) else {
      throw .notFound("The program has no picture of screen \(id).")
    }
    guard picture.starts(with: Self.pngStart), picture.count <= Self.pictureBytes else {
      throw Refusal(
        422,
        .hostError,
        "The program's picture of screen \(id) must be a PNG of at most 2 MiB. It has"
          + " \(picture.count) bytes."
      )
    }
    return .fields(("type", .text("image/png")), ("data", .text(picture.base64EncodedString())))
  }

  private static let pngStart: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The maximum size of a screen's picture.
  private static let pictureBytes = 2 << 20
}
#endif
