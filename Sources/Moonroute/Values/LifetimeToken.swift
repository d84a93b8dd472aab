/// Something that lives as long as the router keeps a value.
///
/// Whoever has to know when the router lets go of a value hands one along with it.
package protocol LifetimeToken: AnyObject, Sendable {}
