/// Something that lives as long as the router keeps a value.
///
/// It is handed along with a value to learn when the router drops that value.
package protocol LifetimeToken: AnyObject, Sendable {}
