/// A constraint, parsed.
indirect enum ConstraintExpression {
  case empty
  case scalar(ScalarSet)
  case sequence([ConstraintExpression])
  case choice([ConstraintExpression])
  /// At least `minimum` times, at most `maximum` times or without an end.
  case repetition(ConstraintExpression, minimum: Int, maximum: Int?)
}
