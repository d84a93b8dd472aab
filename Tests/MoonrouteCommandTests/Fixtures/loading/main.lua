require "routes"
