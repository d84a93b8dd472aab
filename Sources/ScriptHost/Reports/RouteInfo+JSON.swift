package import Moonroute
import RoutePatterns

extension RouteInfo {
  /// The route as `routes --json` lists it.
  ///
  /// A parent without a name is named by its pattern.
  package var json: JSON {
    .fields(
      ("name", .optional(name)),
      ("pattern", .text(pattern.text)),
      ("scheme", .optional(scheme)),
      ("host", .optional(host?.description)),
      ("priority", .optional(priority)),
      ("tags", .texts(tags)),
      ("has_view", .bool(parts.contains(.view))),
      ("has_action", .bool(parts.contains(.action))),
      ("has_redirect", .bool(parts.contains(.redirect))),
      ("animator", .optional(animatorName)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("parent", .optional(parent?.label))
    )
  }
}
