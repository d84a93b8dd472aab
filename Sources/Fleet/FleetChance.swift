#if Releases
/// The chance that spreads the hosts of a fleet over time.
package enum FleetChance {
  /// Returns a number from 0 to 1; a simulation replaces it, so that its runs can be repeated.
  @TaskLocal package static var draw: @Sendable () -> Double = { .random(in: 0...1) }
}
#endif
