-- Targets of a file, one a line, asked in their order from the one whose number is given.
-- wrk -s listed.lua URL -- FILE START [HEADER LINE]...

dofile(os.getenv("BENCH_LOAD") .. "report.lua")

local requests = {}
local last

function init(args)
  local rest = " HTTP/1.1\r\nHost: " .. wrk.host .. "\r\n"
  for i = 3, #args do rest = rest .. args[i] .. "\r\n" end
  rest = rest .. "\r\n"
  for target in io.lines(args[1]) do requests[#requests + 1] = "GET " .. target .. rest end
  last = tonumber(args[2]) % #requests
end

function request()
  last = last % #requests + 1
  return requests[last]
end
