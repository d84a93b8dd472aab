// The types of RoutePatterns that handlers are handed and answer, so that `import Moonroute` is enough
// for a program. Its other names, such as `Link` and `Query`, are met elsewhere, too.
@_exported public import struct RoutePatterns.Location
@_exported public import struct RoutePatterns.LocationQuery
@_exported public import enum RoutePatterns.ParameterValue
@_exported public import struct RoutePatterns.RouteMatch
