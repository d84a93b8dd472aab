// A program that does not run on the main actor by default, with a class that does.

let cart = Cart()
for line in try await cart.use() { print(line) }
