package enum StageNews: Sendable {
  case changed(StageChange)
  /// A screen on the stage looks different: its properties, fields or staleness changed.
  case updated(Screen)
}
