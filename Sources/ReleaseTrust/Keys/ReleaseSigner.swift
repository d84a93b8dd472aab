#if Releases
/// Signs metadata with one key, which may be in another program or device.
package protocol ReleaseSigner {
  var key: TrustKey { get }

  /// Returns the Ed25519 signature of bytes.
  func sign(_ bytes: [UInt8]) throws(TrustError) -> [UInt8]
}
#endif
