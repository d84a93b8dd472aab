package import Moonroute

extension ScriptHost {
  /// Runs a text of Lua that a person entered, which may wait.
  ///
  /// Variables declared `local` outside any block stay available until other scripts are loaded.
  package func evaluate(_ text: PromptText) async throws(ScriptProblems) -> [String] {
    try await answers(to: text).map(\.plainText)
  }

  /// Runs a text of Lua that a person entered, which may wait.
  package func answers(to text: PromptText) async throws(ScriptProblems) -> [PromptAnswer] {
    try await router.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).answers(to: text)
    }
  }

  /// Runs a line of Lua, which may wait; objects become a description.
  package func values(of source: String) async throws(ScriptProblems) -> [String] {
    try await router.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).evaluate(source, isWritten: true)
    }
  }

  /// The names that are local at the prompt, in order of declaration.
  package func promptNames(in application: isolated LinkRouter) -> [String] {
    engine(in: application).generation?.library.promptNames?.declared ?? []
  }
}

/// A result of a text entered at the prompt.
package struct PromptAnswer: Sendable {
  /// The value as a script would write it; an object as a description.
  package let text: String
  /// The value as a text for people: a text without quotes.
  package let plainText: String
  /// The value; `nil` if a script could not write it, such as a function or a screen.
  package let value: Value?
}
