import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { after, type Instant } from '../../../../src/domain/instant.ts'
import { evidenceIdText } from '../../../../src/book/query/ids.ts'
import { eventsAfter } from '../../../../src/book/query/events.ts'
import { receiptOf } from '../../../../src/book/query/receipt/receipt.ts'
import {
  evidenceSpan,
  standingEvidence,
} from '../../../../src/book/query/receipt/standing-evidence.ts'
import { runs } from '../../../support/generators.ts'
import { books, correctedBooks, instantIn, when } from '../books.ts'
import { someInstitution } from '../parameters.ts'
import { correctedRunBooks } from '../run-books.ts'
import { entriesOf } from '../slow.ts'
import { slowFate, slowFigureId, slowStandingEvidence } from '../slow-evidence.ts'

const anyBooks = fc.oneof(books, correctedBooks, correctedRunBooks)

test('standing evidence: the current offers, each with the last sheet that listed it', () => {
  fc.assert(
    fc.property(anyBooks, someInstitution, when, (book, institutionId, moment) => {
      const { entries, market } = book
      const now = instantIn(book, moment)
      const figuresAt = (at: Instant) => standingEvidence(market, { institutionId }, at).toArray()
      const found = figuresAt(now)
      assert.deepEqual(
        found.map((one) => ({
          ...one,
          id: evidenceIdText(one.id),
          correction: one.correction?.entry.position,
        })),
        slowStandingEvidence(entries, institutionId, now),
      )
      const span = evidenceSpan(market, { institutionId }, now)
      assert.ok(span.since <= now && now < span.until)
      for (const at of [span.since, after(span.until, -1)]) assert.deepEqual(figuresAt(at), found)
    }),
    runs(150),
  )
})

test('receipts: whether each published figure stands, its verifications and its corrections', () => {
  let [verified, corrected, standing] = [0, 0, 0]
  fc.assert(
    fc.property(anyBooks, ({ entries, market }) => {
      for (const sheet of entries) {
        if (sheet.kind !== 'sheet-published') continue
        for (const [index, offer] of sheet.sheet.offers.entries()) {
          const found = receiptOf(market, { position: sheet.position, row: index + 1 }, market.at)
          assert.ok(found)
          const { verifications, ...expected } = slowFate(entries, sheet, offer)
          assert.deepEqual(
            {
              isRetracted: found.isRetracted,
              standing: found.standing && evidenceIdText(found.standing),
              standingRate: found.standingRate,
              confirmedAt: found.confirmation?.verifiedAt,
              stands: found.stands,
              corrections: found.corrections.map(({ entry }) => entry.position),
            },
            expected,
          )
          const { count, last } = found.verifications
          assert.deepEqual([count, last?.position], [verifications.length, verifications.at(-1)])
          verified += count
          corrected += expected.corrections.length
          if (found.stands) standing++
        }
      }
    }),
    runs(60),
  )
  assert.ok(verified > 0 && corrected > 0 && standing > 0, `${verified} ${corrected} ${standing}`)
})

test('events: each change that leads to a rate names the last figure of its tier', () => {
  fc.assert(
    fc.property(anyBooks, ({ entries, market }) => {
      const { events } = eventsAfter(market, { after: { position: 0 }, limit: 1000 })
      for (const event of events) {
        if (!('change' in event)) continue
        const own = entriesOf(entries, event.institutionId).filter(
          ({ position }) => position <= event.position,
        )
        const expected = event.kind === 'withdrawn' ? undefined : slowFigureId(own, event.change)
        assert.equal(event.evidence && evidenceIdText(event.evidence), expected)
      }
    }),
    runs(100),
  )
})
