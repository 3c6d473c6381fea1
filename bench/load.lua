-- wrk -s load.lua URL -- INSTITUTIONS BASE SPAN PATH
-- Sends requests for a path with placeholders, and prints one line of JSON at the end.

local path, institutions, base, span = "", 0, 0, 0
-- Runs start at different seconds, so that no run sends the requests of another.
local n = os.time() * 100000 % 1000000000

function init(args)
  institutions, base, span = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
  path = args[4]
end

function request()
  n = n + 1
  -- Every offset comes once in a pass, and in the next pass with another limit.
  local place, pass = n % span, math.floor(n / span)
  return wrk.format("GET", (path:gsub("{(%l+)}", {
    institution = (place + math.floor(pass / 101)) % institutions + 1,
    limit = 75 + (place + pass) % 101, offset = base + place * 7919 % span,
    page = 1 + place * 7919 % math.ceil(span / 100),
  })))
end

function done(summary)
  local e = summary.errors
  io.write(string.format('\n{"requests":%d,"failed":%d}\n', summary.requests,
    e.status + e.connect + e.read + e.write + e.timeout))
end
