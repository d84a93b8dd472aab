--- Stands in for the program around the application: `moonroute run` and specs have none.

host.stub("title_of", function(song)
  return "Song " .. song
end)
