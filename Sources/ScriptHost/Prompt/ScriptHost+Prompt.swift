package import Moonroute

extension ScriptHost {
  /// Runs a text of Lua that a person entered; it may wait.
  ///
  /// - Parameter text: The text. What it declares `local` outside of any block stays for the texts
  ///   that follow, until other scripts are loaded.
  /// - Returns: What it answers, as texts for people.
  /// - Throws: What is wrong with the text or with running it.
  package func evaluate(_ text: PromptText) async throws(ScriptProblems) -> [String] {
    try await answers(to: text).map(\.plainText)
  }

  /// Runs a text of Lua that a person entered; it may wait.
  ///
  /// - Parameter text: The text.
  /// - Returns: What it answers.
  /// - Throws: What is wrong with the text or with running it.
  package func answers(to text: PromptText) async throws(ScriptProblems) -> [PromptAnswer] {
    try await application.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).answers(to: text)
    }
  }

  /// Runs a line of Lua; it may wait.
  ///
  /// - Parameter source: The line.
  /// - Returns: What it answers, as a script would write it; an object in words.
  /// - Throws: What is wrong with the line or with running it.
  package func values(of source: String) async throws(ScriptProblems) -> [String] {
    try await application.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).evaluate(source, isWritten: true)
    }
  }

  /// The names that are local at the prompt, in the order in which they were declared.
  package func promptNames(in application: isolated Application) -> [String] {
    engine(in: application).generation?.library.promptNames?.declared ?? []
  }
}

/// A value that a text of the prompt answers.
package struct PromptAnswer: Sendable {
  /// The value as a script would write it; an object in words.
  package let text: String
  /// The value as a text for people: a text as it is.
  package let plainText: String
  /// The value; `nil` for what a script could not write, such as a function or a screen.
  package let value: Value?
}
