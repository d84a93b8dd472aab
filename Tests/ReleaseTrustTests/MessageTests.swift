#if Releases
import ReleaseTrust
import Testing

struct MessageTests {
  @Test(
    arguments: [
      (.missing, "does not exist. Publish again."),
      (
        .tooLarge(limit: 16_384),
        "has more than 16384 bytes. Serve the file that the author wrote."
      ),
      (
        .invalidJSON("invalid JSON: expected a value at byte 1"),
        "is invalid JSON: expected a value at byte 1. Serve the file that the author wrote."
      ),
      (
        .field("signed.version", expected: "a whole number"),
        "needs a whole number as 'signed.version'. Publish it again."
      ),
      (.field("", expected: "an object"), "is not an object. Publish it again."),
      (.unknownField("a\u{1B}"), "has an unknown field 'a\\u{1B}'. Remove it."),
      (.notCanonical, "is not canonical JSON. Write it with 'jq -jcS .'."),
      (
        .wrongType(found: "root", expected: "snapshot"),
        "is a file of type 'root' instead of 'snapshot'. Publish it again."
      ),
      (
        .otherSpecification("2.0"),
        "follows TUF 2.0 instead of 1.0. Write it with a version 1 library."
      ),
      (
        .repeatedSignature(key: "0123456789"),
        "has two signatures of the key 01234567. Sign it once with each key."
      ),
      (
        .badSignature(key: "0123456789"),
        "was changed after the key 01234567 signed it. Publish it again."
      ),
      (
        .tooFewSignatures(role: "root", valid: 1, threshold: 2),
        "has 1 valid signature of the role 'root', which needs 2. Sign it with the keys of this role."
      ),
      (
        .repeatedKey("0123456789", "twin"),
        "lists one key as 01234567 and as twin. List each key once."
      ),
      (.unknownKey("0123456789"), "names the key 01234567, which it does not list. Add the key."),
      (.wrongVersion(found: 3, expected: 2), "has version 3 instead of 2. Publish again."),
      (
        .olderVersion(found: 3, trusted: 4),
        "has version 3, but version 4 is known. Serve the newest files."
      ),
      (
        .olderReference("releases.json", found: 3, trusted: 4),
        "lists version 3 of releases.json, but version 4 is known. Serve the newest files."
      ),
      (.unlisted("releases.json"), "does not list releases.json. Publish again."),
      (
        .wrongLength(found: 1, expected: 2),
        "has 1 byte instead of 2. Serve the file that the author wrote."
      ),
      (.wrongHash, "has another SHA-256 than is signed. Serve the file that the author wrote."),
      (
        .expired("2026-11-27T06:48:21Z"),
        "expired at 2026-11-27T06:48:21Z. Renew it with 'moonroute channel renew'."
      ),
      (
        .wrongDelegations,
        "does not delegate exactly 'bundles/*' to releases and 'channels/*' to channels, both "
          + "terminating. Write it again."
      ),
      (
        .foreignTarget("bundles/a.tar", role: "channels"),
        "lists 'bundles/a.tar', which does not belong to the role 'channels'. Remove it."
      ),
      (
        .tooManyRoots(32),
        "comes after 32 other root files in one update. The next update continues."
      ),
      (
        .otherApp(found: "bank", expected: "shop"),
        "belongs to the app 'bank' instead of 'shop'. Use the depot of 'bank', or bundle it as 'shop'."
      ),
      (
        .otherChannel(found: "beta", expected: "stable"),
        "is the record of the channel 'beta' instead of 'stable'. Publish it again."
      ),
      (
        .unknownBundle("bundles/shop-2.tar"),
        "offers 'bundles/shop-2.tar', which is not admitted. Release it first."
      ),
      (
        .changedBundle("bundles/shop-2.tar"),
        "replaces 'bundles/shop-2.tar', which is admitted with other content. Use a new version."
      ),
      (
        .tooManyVersions,
        "has the highest possible version. Restore the files from before the attack, and rotate the "
          + "keys."
      ),
      (
        .notAKey,
        "is not an Ed25519 key in PKCS#8 PEM. Make one with 'moonroute keys new' or 'openssl genpkey "
          + "-algorithm ed25519'."
      ),
      (
        .encryptedKey,
        "is encrypted. Decrypt it with 'openssl pkey', and protect the file with mode 0600."
      ),
      (
        .keyOfAnotherRole(role: "releases"),
        "is not a key of the role 'releases' of this depot. Use the key that the depot lists for it."
      ),
      (.signerFailed("status 1"), "signed nothing: status 1. Check the signer."),
    ] as [(TrustError.Problem, String)]
  )
  func `an error says where, what and what to do`(problem: TrustError.Problem, text: String) {
    #expect(
      TrustError("metadata/7.snapshot.json", problem).description
        == "metadata/7.snapshot.json \(text)"
    )
  }
}
#endif
