extension [PatternUnit] {
  /// Whether every location that fits the other parts surely fits these.
  ///
  /// Errs on the side of no.
  func cover(_ others: [PatternUnit]) -> Bool {
    var others = others[...]
    for (index, unit) in enumerated() {
      if unit.isOptional { return Array(self[index...]) == Array(others) }
      if index == count - 1, unit.kind(isLast: true) == .many { return true }
      guard let other = others.popFirst(), !other.isOptional,
        unit.covers(other, isLast: others.isEmpty)
      else { return false }
    }
    return others.isEmpty
  }
}

extension PatternUnit {
  /// Whether every segment that fits the other part fits this one.
  fileprivate func covers(_ other: PatternUnit, isLast: Bool) -> Bool {
    let theirs = other.kind(isLast: isLast)
    switch kind(isLast: false) {
    case .literal, .mixed: return text == other.text
    case .constrained: return theirs == .constrained && constraint == other.constraint
    case .parameter, .one: return theirs != .many
    case .many, .end: return false
    }
  }

  /// What stands behind the parameter's name.
  private var constraint: Substring {
    text.drop { $0 == ":" }.drop { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
