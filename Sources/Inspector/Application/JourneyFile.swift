#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

/// A file of acts for replay elsewhere in the same order.
struct JourneyFile {
  /// The version of the format; each version has a fixed set of fields.
  static let version = 1

  /// The maximum size of a written file; the reader accepts slightly larger files.
  static let byteLimit = 1_000_000

  let application: String

  let steps: [Recording.Entry]

  init(_ entries: [Recording.Entry], application: String) throws(Refusal) {
    guard !entries.isEmpty else {
      throw Refusal(422, .missingParameter, "There are no acts to save as a journey.")
    }
    self.application = application
    steps = entries
  }

  init(_ fields: inout WireFields) throws(Refusal) {
    guard fields.value("moonroute") == .text("journey") else {
      throw Refusal(
        400,
        .wrongType,
        "This is not a journey: its field 'moonroute' is not 'journey'. Save one on the page."
      )
    }
    let version = try fields.number("version")
    guard version == Self.version else {
      throw Refusal(
        400,
        .wrongType,
        "This journey has version \(version), but this server reads version \(Self.version)."
      )
    }
    application = try fields.text("application")
    guard case .list(let acts) = fields.value("acts"),
      (1...Recording.inspectorLimit).contains(acts.count)
    else {
      throw Refusal(
        400,
        .wrongType,
        "The field 'acts' must be a list of 1 to \(Recording.inspectorLimit) acts."
      )
    }
    var steps: [Recording.Entry] = []
    for (index, act) in acts.enumerated() {
      do throws(Refusal) {
        steps.append(try Recording.Entry(reading: act))
      } catch {
        throw Refusal(
          status: error.status,
          code: error.code,
          message: "Act \(index + 1): \(error.message)",
          details: error.details
        )
      }
    }
    self.steps = steps
  }

  var text: String {
    get throws(Refusal) {
      let text =
        JSON.fields(
          ("moonroute", .text("journey")),
          ("version", .int(Self.version)),
          ("application", .text(application)),
          ("acts", .list(steps.map(\.json)))
        )
        .line
      guard text.utf8.count <= Self.byteLimit else {
        throw Refusal(
          422,
          .valueTooLarge,
          "The journey has \(text.utf8.count) bytes; at most \(Self.byteLimit) are allowed. Select"
            + " an earlier row, and save the acts up to it."
        )
      }
      return text
    }
  }
}

extension Recording.Entry {
  fileprivate init(reading json: JSON) throws(Refusal) {
    var fields = try WireFields(json)
    self.init(try Act(posted: &fields))
    ending = try fields.optionalText("end")
    isLong = try fields.optionalBool("long") ?? false
    try fields.end()
  }

  fileprivate var json: JSON {
    .present(
      ("post", .text(act.post)),
      ("body", act.body),
      ("end", .optional(ending)),
      ("long", isLong ? .bool(true) : .null)
    )
  }
}
#endif
