-- wrk -s load.lua URL -- INSTITUTIONS BASE SPAN TEMPLATE...
-- Sends requests made from templates, each a whole request, and prints one line of JSON at the end.

local templates, institutions, base, span = {}, 0, 0, 0
-- Runs start at different seconds, so that no run sends the requests of another.
local n = os.time() * 100000 % 1000000000

function init(args)
  institutions, base, span = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
  for i = 4, #args do templates[#templates + 1] = args[i] end
end

function request()
  n = n + 1
  local template = templates[n % #templates + 1]
  if not template:find("{", 1, true) then return template end
  -- Every offset comes once in a pass, and in the next pass with another limit.
  local place, pass = n % span, math.floor(n / span)
  return (template:gsub("{(%l+)}", {
    n = n, client = n % 250 + 1, month = 10 + n % 3, day = 10 + n % 19,
    institution = (place + math.floor(pass / 101)) % institutions + 1,
    limit = 75 + (place + pass) % 101, offset = base + place * 7919 % span,
  }))
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\n{"requests":%d,"failed":%d,"p99":%.3f}\n', summary.requests,
    e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(99) / 1000))
end
