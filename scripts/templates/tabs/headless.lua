--- Replaces the program around the application in `moonroute run` and specs.

host.stub("title_of", function(song)
  return "Song " .. song
end)
