import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import type { Tier } from '../../../src/domain/offer.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { freshness } from '../../../src/book/query/freshness.ts'
import { runs } from '../../support/generators.ts'
import { rebuild, type WireEvent } from './rebuild.ts'
import { correctedRunBooks, runBooks } from './run-books.ts'
import { eventRow } from '../../../src/serve/http/records/event.ts'
import { eventsAfter } from '../../../src/book/query/events.ts'
import { isAbout, isSameTerms } from './slow.ts'
import { slowFreshness } from './slow-answers.ts'

/** When the page was last read, and when each standing offer was last confirmed. */
type Times = {
  readonly checked: Instant | undefined
  readonly offers: readonly { readonly tier: Tier; readonly confirmed: Instant }[]
}

/** The table of `docs/book.md`, "Freshness", line by line. It knows no corrections. */
function timesAfter({ checked, offers }: Times, entry: Entry): Times {
  const latest = (at: Instant): Instant => (checked === undefined || at > checked ? at : checked)
  switch (entry.kind) {
    case 'rates-verified': {
      const { tiers, at } = entry
      const isVerified = (tier: Tier) => tiers?.some((one) => isSameTerms(one, tier)) ?? true
      return {
        checked: latest(at),
        offers: offers.map((one) => (isVerified(one.tier) ? { ...one, confirmed: at } : one)),
      }
    }
    case 'sheet-published': {
      const { sheet } = entry
      const isKept = ({ tier }: Times['offers'][number]) => !isAbout(entry, tier)
      const listed = sheet.offers.map((tier) => ({ tier, confirmed: sheet.scrapedAt }))
      return { checked: latest(sheet.scrapedAt), offers: [...offers.filter(isKept), ...listed] }
    }
    case 'sheet-held':
      return { checked: latest(entry.at), offers }
    case 'rates-checked':
      return entry.outcome === 'failed'
        ? { checked, offers }
        : { checked: latest(entry.at), offers }
    case 'institution-registered':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
    case 'withheld':
      return { checked, offers }
    default:
      throw entry satisfies never
  }
}

test('last_checked_at and last_verified_at move exactly as each outcome says', () => {
  fc.assert(
    fc.property(runBooks, ({ entries, markets }) => {
      let times: Times = { checked: undefined, offers: [] }
      for (const [index, entry] of entries.entries()) {
        const [before, after] = [timesIn(markets[index]), timesIn(markets[index + 1])]
        times = timesAfter(times, entry)
        if (after === undefined) continue
        const confirmed = times.offers.map((one) => one.confirmed)
        assert.equal(after.checkedAt, times.checked)
        if (confirmed.length > 0) assert.equal(after.verifiedAt, Math.min(...confirmed))
        if (before !== undefined) checkMoves(entry, before, after)
      }
    }),
    runs(150),
  )
})

type Shown = { readonly checkedAt: Instant; readonly verifiedAt: Instant }

/** What must hold for every outcome, whatever the times are. */
function checkMoves(entry: Entry, before: Shown, after: Shown): void {
  const moved = {
    checked: after.checkedAt !== before.checkedAt,
    verified: after.verifiedAt !== before.verifiedAt,
  }
  switch (entry.kind) {
    case 'rates-verified':
      assert.equal(after.checkedAt, entry.at)
      if (entry.tiers === undefined) assert.equal(after.verifiedAt, entry.at)
      break
    case 'sheet-held':
      assert.deepEqual([after.checkedAt, moved.verified], [entry.at, false])
      break
    case 'rates-checked': {
      const checked = entry.outcome === 'failed' ? before.checkedAt : entry.at
      assert.deepEqual([after.checkedAt, moved.verified], [checked, false])
      break
    }
    case 'sheet-published':
      // An approved sheet confirms when its page was read, not when the reviewer approved it.
      assert.ok(after.verifiedAt <= Math.max(before.verifiedAt, entry.sheet.scrapedAt))
      break
    case 'institution-registered':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
    case 'withheld':
      assert.deepEqual(moved, { checked: false, verified: false }, entry.kind)
      break
    default:
      throw entry satisfies never
  }
}

function timesIn(market: Market | undefined): Shown | undefined {
  return market && freshness(market, {}, market.at).records[0]
}

test('the times are those of the slow derivation, with corrections too, and the events alone give the same', () => {
  fc.assert(
    fc.property(correctedRunBooks, ({ entries, market }) => {
      const { records } = freshness(market, {}, market.at)
      assert.deepEqual(records, slowFreshness(entries, undefined, market.at))
      const request = { after: { position: 0 }, limit: 1000 }
      const events = eventsAfter(market, request).events.map(eventRow) as WireEvent[]
      assert.deepEqual(freshness(rebuild(events), {}, market.at).records, records)
    }),
    runs(150),
  )
})
