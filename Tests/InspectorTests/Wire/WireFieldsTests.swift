#if Inspector
import Inspector
import MessageStream
import Rehearsal
import Testing
import TextTools

@Suite struct WireFieldsTests {
  struct Refused: CustomTestStringConvertible {
    let path: String
    let body: String
    let message: String
    var testDescription: String { "\(path) \(body)" }

    init(_ path: String, _ body: String, _ message: String) {
      (self.path, self.body, self.message) = (path, body, message)
    }
  }

  @Test(
    arguments: [
      Refused("open", "", "The body is invalid JSON: expected a value at byte 1."),
      Refused("open", "[]", "The body is a list, but must be an object of fields."),
      Refused("open", "{}", "The field 'location' is missing; it must be a text."),
      Refused("open", #"{"location":7}"#, "The field 'location' is a number, but must be a text."),
      Refused(
        "open",
        #"{"location":"/","dri":true}"#,
        "'dri' is not a field of this request. Did you mean 'dry'?"
      ),
      Refused(
        "clear",
        #"{"x":1}"#,
        "'x' is not a field of this request. It has no fields."
      ),
      Refused(
        "open",
        #"{"location":"/","tags":[1]}"#,
        "The field 'tags' is a list, but must be a list of texts of at most 65536 bytes."
      ),
      Refused(
        "open",
        #"{"location":"/","animated":1}"#,
        "The field 'animated' is a number, but must be true or false."
      ),
      Refused(
        "act",
        #"{"kind":"bak"}"#,
        "The field 'kind' cannot be 'bak'. Did you mean 'back'?"
      ),
      Refused(
        "act",
        #"{"kind":"back","screen":-1}"#,
        "The field 'screen' is a number, but must be a whole number of at least 0."
      ),
      Refused("act", #"{"kind":"tap"}"#, "The field 'target' is missing; it must be a text."),
      Refused(
        "act",
        #"{"kind":"tap","target":"Go","place":[1,0]}"#,
        "The field 'place' must be a list of 1 to 16 positive whole numbers."
      ),
      Refused(
        "act",
        #"{"kind":"fill","fields":[]}"#,
        "The field 'fields' is a list, but must be an object of fields."
      ),
      Refused("record", "{}", "The field 'paused' is missing; it must be true or false."),
      Refused(
        "session",
        #"{"path":[],"value":1}"#,
        "The field 'path' must be a list of 1 to 64 keys: texts or positive whole numbers."
      ),
    ]
  )
  func `an invalid body is refused, and the message names the field`(
    _ refused: Refused
  ) async throws {
    let inspected = try await Inspected(Samples.small)
    let reply = await inspected.post(refused.path, refused.body)
    #expect(reply.status == 400)
    #expect(reply.message == refused.message)
    #expect(await inspected.rows().isEmpty)
  }

  @Test func `a text that is too long is refused`() async throws {
    let inspected = try await Inspected(Samples.small)
    let long = String(repeating: "x", count: WireFields.textBytes)
    let reply = await inspected.post("match", #"{"location":"/\#(long)"}"#)
    #expect(reply.status == 400)
    #expect(
      reply.message == "The field 'location' has 65537 bytes; at most 65536 are allowed."
    )
  }

  @Test(arguments: 0..<8) func `no bytes crash the parser, and each answer is JSON`(
    _ seed: UInt64
  ) async throws {
    let inspected = try await Inspected(Samples.small)
    var random = SeededGenerator(seed: seed)
    let bodies = [
      #"{"location":"/item/1","tags":["a"],"extra":{"a":[1,2]}}"#, #"{"kind":"back","screen":3}"#,
      #"{"key":"/seen/1","value":null}"#, #"{"path":["a",1],"value":{}}"#, #"{"row":1}"#,
    ]
    let paths = ["open", "act", "emit", "session", "pin", "match", "resource", "record", "clock"]
    for _ in 0..<60 {
      var bytes = Array(bodies[random.next(below: bodies.count)].utf8)
      for _ in 0..<random.next(below: 4) {
        let place = random.next(below: bytes.count)
        bytes[place] = UInt8(random.next(below: 256))
        if random.next(below: 3) == 0 { bytes.removeSubrange(place...) }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      let path = paths[random.next(below: paths.count)]
      let reply = await inspected.post(path, String(decoding: bytes, as: UTF8.self))
      #expect([200, 400, 404, 422].contains(reply.status), "\(path) \(bytes)")
      #expect(reply.json != .text("no JSON"))
    }
  }
}
#endif
