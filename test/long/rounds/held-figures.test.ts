import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { holdsOf } from '../../../src/book/market/holds.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { instantText, type Instant } from '../../../src/domain/instant.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import type { CapturedPage } from '../../../src/domain/origin.ts'
import { publicEntry } from '../../../src/domain/stored-entry.ts'
import { textType } from '../../../src/serve/http/formats/format.ts'
import type { Book } from '../../book/oracle/books.ts'
import { correctedRunBooks } from '../../book/oracle/run-books.ts'
import { appOf, receive } from '../../support/ask.ts'
import { marketOf, storedEntries } from '../../support/book-entries.ts'
import { document } from '../../support/document.ts'
import { follow } from '../../support/follow.ts'
import { runs } from '../../support/generators.ts'
import { exampleTarget, withParameter } from '../../support/targets.ts'

const otherOffer: Offer = {
  variant: 'minor',
  tenure: '77' as Decimal,
  payout: 'annual',
  rate: '77.777' as Decimal,
  product: 'Another product',
}
const cell = { address: '#char=7,77', text: '77.777 %' }
const capture: CapturedPage = {
  page: 'rates',
  url: 'https://other.example/77.777',
  at: 0 as Instant,
  digest: '7'.repeat(64),
  format: 'html',
}

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
      sheet: { ...entry.sheet, sourceUrl: 'https://other.example/', offers: [otherOffer] },
      findings: [
        {
          rule: 'rate-out-of-range',
          tier: otherOffer,
          now: otherOffer.rate,
          message: 'It is 77.777.',
        },
      ],
      ...(entry.typedFrom && { typedFrom: [capture] }),
      ...(entry.origin && {
        origin: {
          ...entry.origin,
          captures: [capture],
          cells: [{ rate: cell, tenure: cell, column: cell }],
        },
      }),
    }
  })
  return { entries: altered, count }
}

const captures = { get: () => Promise.resolve(Buffer.from('a page')) }

/** The app of a mirror of a book. */
function mirrorOf({ entries }: Book, now: string) {
  return appOf(marketOf(storedEntries(entries).map(publicEntry)), now, { captures })
}

/** Every documented path in every format, but for the stream of events, and for texts with digests, which cover held sheets. */
const requests = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const types = Object.keys(get.responses['200']?.content ?? {})
  return types
    .filter((type) => type !== 'text/event-stream' && type !== textType)
    .map((accept) => ({ target: exampleTarget(path, get), accept, get }))
})

test('"Held figures are never visible": with other held figures, or without private entries, every answer is the same', async () => {
  assert.ok(requests.length > 30, 'paths and formats')
  assert.ok(requests.some(({ accept }) => accept === 'application/atom+xml'))
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, fc.nat(20), async (book, pick) => {
      const altered = withOtherFigures(book)
      fc.pre(altered.count > 0)
      const { market } = book
      const now = instantText(market.at)
      const apps = [market, follow(emptyMarket, altered.entries)].map((one) => appOf(one, now))
      const mirror = mirrorOf(book, now)
      const at = market.entries[pick % market.entries.length]?.at ?? market.at
      for (const { target, accept, get } of requests) {
        const known = get.parameters.some(({ name }) => name === 'known_at')
        const own = target.replace('peoples-bank', 'alpha')
        for (const url of known ? [own, withParameter(own, 'known_at', instantText(at))] : [own]) {
          const [answer, otherAnswer] = await Promise.all(
            apps.map((app) => receive(app, 'GET', url, { accept })),
          )
          const [shown, other] = [answer, otherAnswer].map((one) => shownBy(url, one?.body ?? ''))
          assert.equal(other, shown, `${accept} ${url}`)
          assert.equal(answer?.body.includes('77.777'), false)
          if (!isOfReviews(url))
            assert.equal((await receive(mirror, 'GET', url, { accept })).body, answer?.body, url)
        }
      }
    }),
    runs(25),
  )
})

/** What an answer shows. The digests of the log cover held sheets, and show nothing of them. */
function shownBy(url: string, body: string): string {
  return url.startsWith('/log') ? body.replaceAll(/[0-9a-f]{64}/g, '') : body
}

/** `/sources` and receipts say what became of held sheets, and a mirror does not know it. */
function isOfReviews(url: string): boolean {
  return url.startsWith('/sources') || url.startsWith('/evidence/')
}

test('the receipts of all published figures are the same with other held figures; a mirror lacks who reviewed them; held figures have none', async () => {
  let [receipts, holds] = [0, 0]
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, async (book) => {
      const altered = withOtherFigures(book)
      fc.pre(altered.count > 0)
      const now = instantText(book.market.at)
      const [app, otherApp] = [book.market, follow(emptyMarket, altered.entries)].map((one) =>
        appOf(one, now, { captures }),
      )
      assert.ok(app && otherApp)
      const mirror = mirrorOf(book, now)
      for (const { position, ...entry } of book.entries) {
        const offers = 'sheet' in entry ? entry.sheet.offers : []
        for (const row of offers.keys()) {
          const url = `/evidence/p${position}-${row + 1}`
          const answer = await receive(app, 'GET', url)
          const other = await receive(otherApp, 'GET', url)
          const isPublished = entry.kind === 'sheet-published'
          assert.deepEqual([answer.status, other.status], isPublished ? [200, 200] : [404, 404])
          // The digest covers the held sheets before it, and shows nothing of them.
          assert.equal(withoutDigest(other.body), withoutDigest(answer.body), url)
          assert.equal(other.body.includes('77.777'), false)
          const copy = await receive(mirror, 'GET', url)
          assert.equal(copy.status, answer.status)
          if (isPublished)
            assert.deepEqual(JSON.parse(copy.body), onMirror(answer.body, entry), url)
          if (isPublished) receipts++
          else holds++
        }
      }
      assert.equal((await receive(otherApp, 'GET', `/captures/${capture.digest}`)).status, 404)
    }),
    runs(30),
  )
  assert.ok(receipts > 0 && holds > 0, `${receipts} receipts, ${holds} held figures`)
})

function withoutDigest(body: string): string {
  return body.replace(/"entry_digest":"[0-9a-f]{64}"/, '')
}

/** The receipt as a mirror has it: without the names of reviewers, and without what they did with a held sheet. */
function onMirror(body: string, { hold }: { readonly hold?: number }): object {
  const receipt = JSON.parse(body) as { readonly corrections: readonly object[] }
  const corrections = receipt.corrections.map((one) => ({ ...one, by_name: null }))
  const review = hold === undefined ? {} : { decisions: null, edited: null }
  return { ...receipt, corrections, by_name: null, ...review }
}
