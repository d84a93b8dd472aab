// Grows with the first commits.
