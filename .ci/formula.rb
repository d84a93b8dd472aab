# The formula for Homebrew; `make dist` writes it with its address and checksum into the folder dist.
class Moonroute < Formula
  desc "Application router whose rules are scripts in Lua"
  homepage "@HOMEPAGE@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "lua@5.4"
  uses_from_macos "swift" => :build
  uses_from_macos "sqlite"

  def install
    # Homebrew builds in a sandbox of its own.
    system "make", "install", "PREFIX=#{prefix}", "FLAGS=--traits Command,Inspector,LinkService,Releases --disable-sandbox"
  end

  test do
    (testpath/"main.lua").write <<~LUA
      router.route { name = "sum", path = "/sum/:a<int>/:b<int>", action = function(state)
        return state.params.a + state.params.b
      end }
    LUA
    assert_match "= 42", shell_output("#{bin}/moonroute run . /sum/40/2")
  end
end
