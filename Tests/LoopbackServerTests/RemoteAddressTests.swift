#if Inspector
import Testing

@testable import LoopbackServer

@Suite struct RemoteAddressTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    ("http://127.0.0.1:4711/#key=KEY", "127.0.0.1:4711"),
    ("http://127.0.0.1:4711#key=KEY", "127.0.0.1:4711"),
    ("HTTP://localhost:80/?other=1#key=KEY", "localhost:80"),
    ("http://[::1]:4711/#key=KEY", "[::1]:4711"),
    ("http://my-phone.local:1/#key=KEY", "my-phone.local:1"),
  ])
  func `an address is parsed as printed`(text: String, place: String) throws {
    let address = try RemoteAddress(text.replacing("KEY", with: Self.key))
    #expect(address.place == place)
    #expect(address.key.text == Self.key)
  }

  @Test(arguments: [
    "", "4711", "127.0.0.1:4711", "https://127.0.0.1:4711/#key=KEY", "http://#key=KEY",
    "http://127.0.0.1/#key=KEY", "http://127.0.0.1:0/#key=KEY", "http://127.0.0.1:65536/#key=KEY",
    "http://127.0.0.1:+1/#key=KEY", "http://a@127.0.0.1:4711/#key=KEY", "http://[::1]/#key=KEY",
    "http://[]:4711/#key=KEY", "http://a b:4711/#key=KEY", "http://a\r\n:4711/#key=KEY",
    "http://127.0.0.1:4711/page#key=KEY", "http://127.0.0.1:4711/?a=%#key=KEY",
    "http://ä:4711/#key=KEY",
  ])
  func `other text is not an address`(text: String) throws {
    let text = text.replacing("KEY", with: Self.key)
    #expect(throws: ForwardError.badAddress(text)) { try RemoteAddress(text) }
  }

  @Test(arguments: [
    "", "?key=KEY", "#key=", "#key=%", "#key=0123", "#Key=KEY", "#key=KEYa", "#/why?key=KEY",
  ])
  func `an address without its key is reported as incomplete`(query: String) throws {
    let text = "http://127.0.0.1:4711/" + query.replacing("KEY", with: Self.key)
    #expect(throws: ForwardError.missingKey(text)) { try RemoteAddress(text) }
  }

  @Test(
    arguments: [
      (
        ForwardError.badAddress("x"),
        "'x' is not an inspector address. Use the address that the program printed:"
          + " http://127.0.0.1:PORT/#key=KEY."
      ),
      (
        .missingKey("x"),
        "'x' has no 32-digit key. Use the whole address that the program printed, in"
          + " quotation marks: 'http://127.0.0.1:PORT/#key=KEY'."
      ),
      (
        .unreachable(place: "a:1", reason: "no program listens there"),
        "Nothing answers at a:1: no program listens there. Does the program run, and is its port forwarded"
          + " (adb forward tcp:PORT tcp:PORT, or iproxy PORT PORT)?"
      ),
      (
        .refusedKey(place: "a:1"),
        "The program at a:1 has a different key. If it was restarted, use the address that it printed"
          + " then."
      ),
      (
        .otherPort(place: "a:1", words: "I am a:2."),
        "a:1 is not the program's own port. It says: I am a:2. Forward its port"
          + " under the same number."
      ),
      (
        .notServer(place: "a:1"),
        "a:1 answers, but it is not an inspector. Is it the port that the program printed?"
      ),
      (
        .otherVersion(place: "a:1", theirs: 2, own: 1),
        "The program at a:1 uses version 2 of the inspector's protocol, but this moonroute uses"
          + " version 1. Use the moonroute version that the program was built with."
      ),
      (
        .silent(place: "a:1", time: .seconds(60)),
        "The program at a:1 has not answered for 60 s. Is it stopped, or in the background?"
      ),
      (
        .tooLarge(place: "a:1", limit: 32 << 20),
        "The program at a:1 sent more than 32 MiB, which exceeds the limit."
      ),
    ] as [(ForwardError, String)]
  )
  func `an error contains its place, the problem, and a remedy`(error: ForwardError, words: String)
  {
    #expect(error.description == words)
  }
}
#endif
