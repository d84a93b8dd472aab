/// Makes a case smaller while it still fails.
struct Shrinker {
  /// The number of smaller cases to try.
  var tries: Int
  /// Whether a case still fails in the same way.
  let fails: (AttackCase) -> Bool
  /// Simpler forms of a part.
  var simplerForms: (String) -> [String] = { _ in [] }

  /// The smallest failing case found.
  mutating func shrunk(_ attack: AttackCase) -> AttackCase {
    var best = attack
    var size = max(1, best.parts.count / 2)
    while true {
      let before = best
      var index = 0
      while index < best.parts.count {
        var smaller = best
        smaller.parts.removeSubrange(index..<min(index + size, smaller.parts.count))
        if !smaller.parts.isEmpty, holds(smaller) { best = smaller } else { index += size }
      }
      if size > 1 { size /= 2 } else if best == before { break }
      if tries <= 0 { return best }
    }
    for index in best.parts.indices { simplify(index, of: &best) }
    return best
  }

  private mutating func simplify(_ index: Int, of best: inout AttackCase) {
    var forms = simplerForms(best.parts[index])[...]
    while let form = forms.popFirst(), tries > 0 {
      var simpler = best
      simpler.parts[index] = form
      guard !form.isEmpty, holds(simpler) else { continue }
      best = simpler
      forms = simplerForms(form)[...]
    }
  }

  private mutating func holds(_ attack: AttackCase) -> Bool {
    guard tries > 0 else { return false }
    tries -= 1
    return fails(attack)
  }
}
