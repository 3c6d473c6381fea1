import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../support/chance.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { shake } from '../support/shaking.ts'
import { startTwins } from '../support/twins.ts'

/** How many thousand requests are sent: 20 in `npm test`, a thousand in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20)
/** Another one each time; a failure names it. */
const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)

test(
  `${rounds} thousand requests, seed ${seed}: the same bytes come back with the memo and without`,
  { timeout: 3_600_000 },
  async (t) => {
    const markets = movingMarkets(40, 6)
    const chance = chanceOf(seed)
    const market = chance.pick(markets)
    // Before the last entry of some of the markets: clocks differ.
    const shared = { market, now: at('2026-02-14T23:58:59Z'), isHealthy: true }
    const twins = await startTwins(t, shared)
    await shake(twins, shared, chance, markets, rounds * 1_000)
    const { asked, remembered } = twins.counts
    t.diagnostic(`of ${asked} requests ${remembered} were answered without Node's parser`)
    assert.ok(remembered > 0.3 * asked, 'a good share is answered by what is tested')
  },
)
