/// A token with the lifetime of a value in the router.
///
/// It is passed with a value, to detect when the router releases that value.
package protocol LifetimeToken: AnyObject, Sendable {}
