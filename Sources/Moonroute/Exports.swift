// The types of RoutePatterns that handlers receive and return, so that a program only needs
// `import Moonroute`.
@_exported public import struct RoutePatterns.Location
@_exported public import struct RoutePatterns.LocationQuery
@_exported public import enum RoutePatterns.ParameterValue
@_exported public import struct RoutePatterns.RouteMatch
