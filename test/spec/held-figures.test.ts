import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { instantText } from '../../src/domain/instant.ts'
import type { Offer } from '../../src/domain/offer.ts'
import { holdsOf } from '../../src/market/collection.ts'
import { follow } from '../../src/market/evolve.ts'
import { emptyMarket } from '../../src/market/market.ts'
import { correctedRunBooks } from '../oracle/run-books.ts'
import type { Book } from '../oracle/books.ts'
import { appOf, receive } from '../support/ask.ts'
import { document } from '../support/document.ts'
import { runs } from '../support/generators.ts'
import { exampleTarget, withParameter } from '../support/targets.ts'

const other: Offer = {
  variant: 'minor',
  tenure: '77' as Decimal,
  payout: 'annual',
  rate: '77.777' as Decimal,
  product: 'Another product',
}
const cell = { address: '#char=7,77', text: '77.777 %' }

/** The book with other figures in the held sheets that no reviewer approved. */
function withOtherFigures({ entries, market }: Book): { entries: readonly Entry[]; count: number } {
  const holds = [...market.institutions.values()].flatMap(holdsOf)
  const approved = new Set(
    holds.filter(({ state }) => state === 'approved').map(({ entry }) => entry.position),
  )
  let count = 0
  const altered = entries.map((entry): Entry => {
    if (entry.kind !== 'sheet-held' || approved.has(entry.position)) return entry
    count++
    return {
      ...entry,
      sheet: { ...entry.sheet, sourceUrl: 'https://other.example/', offers: [other] },
      findings: [{ rule: 'rate-range', tier: other, now: other.rate, message: 'It is 77.777.' }],
      ...(entry.origin && {
        origin: { ...entry.origin, cells: [{ rate: cell, tenure: cell, column: cell }] },
      }),
    }
  })
  return { entries: altered, count }
}

/** Every documented path in every format, but for the stream of events. */
const requests = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const types = Object.keys(get.responses['200']?.content ?? {})
  return types
    .filter((type) => type !== 'text/event-stream')
    .map((accept) => ({ target: exampleTarget(path, get), accept, get }))
})

test('"Held figures are never visible": with other held figures, every answer is the same in every format', async () => {
  assert.ok(requests.length > 30, 'paths and formats')
  assert.ok(requests.some(({ accept }) => accept === 'application/atom+xml'))
  let heldSheets = 0
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, fc.nat(20), async (book, pick) => {
      const altered = withOtherFigures(book)
      fc.pre(altered.count > 0)
      heldSheets += altered.count
      const { market } = book
      const now = instantText(market.at)
      const apps = [market, follow(emptyMarket, altered.entries)].map((one) => appOf(one, now))
      const at = market.entries[pick % market.entries.length]?.at ?? market.at
      for (const { target, accept, get } of requests) {
        const known = get.parameters.some(({ name }) => name === 'known_at')
        const own = target.replace('peoples-bank', 'alpha')
        for (const url of known ? [own, withParameter(own, 'known_at', instantText(at))] : [own]) {
          const [answer, otherAnswer] = await Promise.all(
            apps.map((app) => receive(app, 'GET', url, { accept })),
          )
          assert.equal(otherAnswer?.body, answer?.body, `${accept} ${url}`)
          assert.equal(answer?.body.includes('77.777'), false)
        }
      }
    }),
    runs(25),
  )
  assert.ok(heldSheets > 10, 'books with held sheets')
})
