/// Passed with a value, to detect when the router releases that value.
package protocol LifetimeToken: AnyObject, Sendable {}
