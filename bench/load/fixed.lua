-- One target, asked again and again: wrk builds its request once.

dofile(os.getenv("BENCH_LOAD") .. "report.lua")
