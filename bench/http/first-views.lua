-- Asks for each path of a file once, from a line on: wrk -s first-views.lua URL -- FILE LINE

local paths, line = {}, 0

function init(args)
  for path in io.lines(args[1]) do table.insert(paths, path) end
  line = tonumber(args[2])
end

function request()
  line = line + 1
  return wrk.format("GET", paths[line])
end
