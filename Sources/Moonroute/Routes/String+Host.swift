extension String {
  /// Whether a host may be written like this, its labels aside.
  var isHostText: Bool { !isEmpty && unicodeScalars.allSatisfy(\.mayStandInHost) }
}

extension Unicode.Scalar {
  fileprivate var mayStandInHost: Bool {
    value > 0x20 && value != 0x7F && !"/?#@\\():<>".unicodeScalars.contains(self)
  }
}
