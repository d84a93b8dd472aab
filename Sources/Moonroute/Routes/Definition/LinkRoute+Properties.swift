import RoutePatterns

extension LinkRoute {
  /// Adds child routes.
  ///
  /// - Parameter children: The child routes.
  /// - Returns: The route.
  /// - Throws: The error of `children`.
  public func children<Failure: Error>(
    @RouteBuilder _ children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
    var route = self
    route.children += try children()
    return route
  }

  /// Adds tags for restricted opens; descendants inherit them.
  public func tags(_ tags: String...) -> LinkRoute {
    var route = self
    route.tags += tags
    return route
  }

  /// Adds information about the route; descendants inherit it.
  public func meta(_ meta: ValueTable) -> LinkRoute {
    var route = self
    route.meta.items += meta.items
    route.meta.fields.merge(meta.fields) { $1 }
    return route
  }

  /// Adds sample parameters, which tools use for the route and its descendants without samples.
  ///
  /// ```swift
  /// LinkRoute("/product/:id<int>").view("Product").samples(["id": 7], ["id": 9])
  /// ```
  ///
  /// The samples may include query items. Tools take missing values from the samples of ancestors
  /// or of the type, or generate them. A value that a link cannot contain, such as a list, counts
  /// as missing.
  public func samples(_ samples: LinkParams...) -> LinkRoute {
    var route = self
    route.samples += samples.map { $0.compactMapValues { ParameterValue($0) } }
    return route
  }

  /// Sets the priority; a route with a higher priority wins.
  ///
  /// The default is 0.
  public func priority(_ priority: Int) -> LinkRoute {
    var route = self
    route.priority = priority
    return route
  }

  /// Sets whether literal text is case-sensitive, as it is by default.
  public func caseSensitive(_ isCaseSensitive: Bool = true) -> LinkRoute {
    var route = self
    route.isCaseSensitive = isCaseSensitive
    return route
  }

  /// Keeps the query in redirects by this route.
  public func keepsQuery(_ keepsQuery: Bool = true) -> LinkRoute {
    var route = self
    route.keepsQuery = keepsQuery
    return route
  }

  /// Sets the only scheme that the route matches.
  public func scheme(_ scheme: String) -> LinkRoute {
    var route = self
    route.scheme = scheme
    return route
  }

  /// Sets the only host that the route matches.
  public func host(_ host: String) -> LinkRoute {
    var route = self
    route.host = host
    return route
  }

  /// Sets whether the transition is animated; by default, the caller decides.
  public func animated(_ animated: Bool) -> LinkRoute {
    var route = self
    route.animated = animated
    return route
  }
}
