import Testing

@testable import RoutePatterns

/// The examples of RFC 3492, section 7.1, in order.
@Suite struct PunycodeTests {
  static let examples: [(letters: String, text: String)] = [
    (
      "\u{644}\u{64A}\u{647}\u{645}\u{627}\u{628}\u{62A}\u{643}\u{644}\u{645}\u{648}\u{634}\u{639}"
        + "\u{631}\u{628}\u{64A}\u{61F}",
      "egbpdaj6bu4bxfgehfvwxn"
    ),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    (
      "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}\u{5D3}"
        + "\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
      "4dbcagdahymbxekheh6e0a7fei0b"
    ),
    ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    (
      "세계의모든사람들이한국어를이해한다면얼마나좋을까",
      "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
    ),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    (
      "PorquénopuedensimplementehablarenEspañol",
      "PorqunopuedensimplementehablarenEspaol-fmd56a"
    ),
    ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
    ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
    ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"),
    ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
    ("パフィーdeルンバ", "de-jg4avhby1noc0d"),
    ("そのスピードで", "d9juau41awczczp"),
    ("-> $1.00 <-", "-> $1.00 <--"),
  ]

  @Test(arguments: examples)
  func `letters are encoded in ASCII and decoded`(letters: String, text: String) {
    #expect(Punycode.encoded(Array(letters.unicodeScalars)) == text)
    #expect(Punycode.decoded(text.utf8) == Array(letters.unicodeScalars))
  }

  @Test func `digits are read in any case`() {
    // The Russian example of the RFC.
    let text = "b1abfaaepdrnnbgefbaDotcwatmq2g4l"
    #expect(Punycode.decoded(text.utf8) == Punycode.decoded(text.lowercased().utf8))
  }

  @Test(arguments: ["ü", "a_", "99999999", "a-b", "-999999b", "\u{0}", "zz zz"])
  func `text that is not Punycode is refused`(text: String) {
    #expect(Punycode.decoded(text.utf8) == nil)
  }
}
