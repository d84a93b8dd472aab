package import Moonroute

extension ScriptHost {
  /// Runs a text of Lua that a person entered; it may wait.
  ///
  /// - Parameter text: The text. What it declares `local` outside of any block stays for the texts
  ///   that follow, until other scripts are loaded.
  /// - Returns: What it answers, as texts for people.
  /// - Throws: What is wrong with the text or with running it.
  package func evaluate(_ text: PromptText) async throws(ScriptProblems) -> [String] {
    try await application.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).evaluate(text)
    }
  }

  /// The names that are local at the prompt, in the order in which they were declared.
  package func promptNames(in application: isolated Application) -> [String] {
    engine(in: application).generation?.library.promptNames?.declared ?? []
  }
}
