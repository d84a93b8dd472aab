indirect enum ConstraintExpression {
  case empty
  case scalar(ScalarSet)
  case sequence([ConstraintExpression])
  case choice([ConstraintExpression])
  /// From `minimum` to `maximum` times; without an upper limit if `maximum` is `nil`.
  case repetition(ConstraintExpression, minimum: Int, maximum: Int?)
}
