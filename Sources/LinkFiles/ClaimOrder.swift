import RoutePatterns

/// The claims of a file in an order in which the first match decides correctly.
///
/// A `?*` also matches a slash. Before the claims of one depth, an exclusion of all deeper paths
/// therefore keeps them from claiming these paths too.
struct ClaimOrder {
  private(set) var claims: [LinkClaim] = []

  /// `matches` says whether an exclusion matches a claim without wildcards; `goesBack` says whether
  /// a wildcard can match text beyond the first slash.
  init(_ all: [LinkClaim], goesBack: Bool, matches: (LinkClaim, LinkClaim) -> Bool) {
    let excluded = all.filter(\.isExcluded)
    var claimed = all.filter { !$0.isExcluded }
    // The most exact routes win in the table, so an exclusion with wildcards must not hide them.
    let hidden = claimed.filter { claim in
      !claim.hasWildcard && excluded.contains { $0.hasWildcard && matches($0, claim) }
    }
    claimed.removeAll(where: hidden.contains)
    add(hidden + excluded)
    let open = claimed.filter { $0.depth == nil }.sorted { $0.tokens.count > $1.tokens.count }
    add(open.filter { !Self.crosses($0) })
    let isComplete = open.contains { $0.tokens == [.slash, .rest] && $0.isCaseSensitive }
    let bounded = Dictionary(grouping: claimed.filter { $0.depth != nil }) { $0.depth ?? 0 }
    let deepest = bounded.filter { $0.value.contains(where: Self.crosses) }.keys.max()
    let excludesEmpty = !isComplete && !claimed.contains(where: Self.hasEmptySegment)
    if excludesEmpty, claimed.contains(where: Self.crosses) {
      addEmptyRoot(isClaimed: claimed.contains { $0.tokens == [.slash] })
    }
    add(open.filter(Self.crosses))
    if let deepest, excludesEmpty { addEmptySegments(upTo: goesBack ? 1 : deepest) }
    for (depth, claims) in bounded.sorted(by: { $0.key > $1.key }) {
      if claims.contains(where: Self.crosses), !isComplete { addDeeper(than: depth) }
      add(claims)
    }
  }

  /// Adds claims, each also with a final slash.
  private mutating func add(_ claims: [LinkClaim]) {
    for claim in claims {
      self.claims.append(claim)
      if let slashed = claim.withSlash { self.claims.append(slashed) }
    }
  }

  private mutating func addDeeper(than depth: Int) {
    let segment: [LinkClaim.Token] = [.slash, .some(.text)]
    let tokens = (0...depth).flatMap { _ in segment }
    claims.append(LinkClaim(tokens: tokens, isExcluded: true))
  }

  /// Excludes paths with an empty first segment; two slashes alone are the root.
  private mutating func addEmptyRoot(isClaimed: Bool) {
    let rest: [LinkClaim.Token] = isClaimed ? [.some(.text)] : [.rest]
    claims.append(LinkClaim(tokens: [.slash, .slash] + rest, isExcluded: true))
  }

  /// Excludes paths with an empty segment, which no pattern matches.
  private mutating func addEmptySegments(upTo depth: Int) {
    for count in 1...depth {
      let start: [LinkClaim.Token] = (0..<count).flatMap { _ in [.slash, .some(.text)] }
      claims.append(LinkClaim(tokens: start + [.slash, .slash, .rest], isExcluded: true))
    }
  }

  private static func crosses(_ claim: LinkClaim) -> Bool {
    claim.tokens.contains { if case .some = $0 { true } else { false } }
  }

  private static func hasEmptySegment(_ claim: LinkClaim) -> Bool {
    claim.tokens.contains(.literal(""))
      || zip(claim.tokens, claim.tokens.dropFirst())
        .contains {
          $0 == .slash && $1 == .slash
        }
  }
}
