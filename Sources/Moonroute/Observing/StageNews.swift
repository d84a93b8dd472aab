/// News of the stage, for its observers.
package enum StageNews: Sendable {
  case changed(StageChange)
  /// A screen that stays looks different: its properties, its fields, or its staleness.
  case updated(Screen)
}
