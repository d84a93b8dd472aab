/// The variables of an Apple file: its own, and the predefined ones.
struct SubstitutionVariables: Sendable {
  private var texts: [String: [String]]

  init(_ texts: [String: [String]] = [:]) { self.texts = texts }

  static let predefined = CharacterKind.allCases.map(\.rawValue) + ["lang", "region"]

  /// The tokens of a pattern; a variable that does not exist matches nothing.
  func tokens(of text: String, _ isCaseSensitive: Bool) -> [ApplePattern.Token] {
    var tokens: [ApplePattern.Token] = []
    var hasEnd = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": tokens.append(.many)
      case "?": tokens.append(.one)
      case "$":
        guard let name = Self.name(&rest, &hasEnd) else { fallthrough }
        tokens.append(variable(name, isCaseSensitive))
      default: tokens.append(.scalar(scalar))
      }
    }
    return tokens
  }

  static func names(in text: String) -> [String] {
    var names: [String] = []
    var hasEnd = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "$", let name = name(&rest, &hasEnd) { names.append(name) }
    }
    return names
  }

  func contains(_ name: String) -> Bool {
    texts[name] != nil || Self.predefined.contains(name)
  }

  /// Reads `(name)` after a `$`; `hasEnd` is false once no `)` follows, so that a text is searched
  /// for it only once in vain.
  private static func name(
    _ rest: inout Substring.UnicodeScalarView,
    _ hasEnd: inout Bool
  ) -> String? {
    guard hasEnd, rest.first == "(" else { return nil }
    guard let end = rest.firstIndex(of: ")") else {
      hasEnd = false
      return nil
    }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end].dropFirst())
  }

  private func variable(_ name: String, _ isCaseSensitive: Bool) -> ApplePattern.Token {
    if let values = values(of: name, isCaseSensitive) {
      return .choice(
        values.map { value in
          value.unicodeScalars.map { scalar in
            scalar == "*" ? .many : scalar == "?" ? .one : .scalar(scalar)
          }
        }
      )
    }
    if let kind = CharacterKind(rawValue: name) {
      return .kind(isCaseSensitive || kind != .upper && kind != .lower ? kind : .alpha)
    }
    return .choice(codes(of: name, isCaseSensitive).map { $0.unicodeScalars.map { .scalar($0) } })
  }

  /// A folded pattern has a folded name.
  private func values(of name: String, _ isCaseSensitive: Bool) -> [String]? {
    if isCaseSensitive { return texts[name] }
    return texts.first { $0.key.lowercased() == name }?.value.map { $0.lowercased() }
  }

  private func codes(of name: String, _ isCaseSensitive: Bool) -> [String] {
    switch name {
    case "lang": return Self.languages
    case "region": return isCaseSensitive ? Self.regions : Self.regions.map { $0.lowercased() }
    default: return []
    }
  }

  /// The languages of ISO 639-1.
  private static let languages = codes(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy \
    hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg \
    li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or \
    os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta \
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """
  )

  /// The regions of ISO 3166-1.
  private static let regions = codes(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR \
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ \
    EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW \
    GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY \
    KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV \
    MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY \
    QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG \
    TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM \
    ZW
    """
  )

  private static func codes(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
