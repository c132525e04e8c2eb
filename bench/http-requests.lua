-- Sends the requests of a file in turn, from a line on. Each line has a path and a cookie, which may be empty:
-- wrk -s http-requests.lua URL -- FILE LINE

local requests, line = {}, 0

function init(args)
  for text in io.lines(args[1]) do
    local path, cookie = text:match("^(.-)\t(.*)$")
    table.insert(requests, { path, cookie ~= "" and { cookie = cookie } or nil })
  end
  line = tonumber(args[2])
  for name, value in pairs(wrk.headers) do
    for _, request in ipairs(requests) do
      if request[2] then request[2][name] = value end
    end
  end
end

function request()
  local path, headers = unpack(requests[line % #requests + 1])
  line = line + 1
  return wrk.format("GET", path, headers)
end
