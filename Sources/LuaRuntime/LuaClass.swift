/// What scripts can do with one kind of host object.
public final class LuaClass {
  /// The name that scripts see, such as `Location`.
  public let name: String

  init(name: String) {
    self.name = name
  }
}
