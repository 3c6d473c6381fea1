import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { auditEntries } from '../../../src/book/audit/audit-book.ts'
import { storedAfter } from '../../../src/book/store/chain.ts'
import type { CorrectedFigure } from '../../../src/domain/change.ts'
import type { Correcting, Entry } from '../../../src/domain/entry.ts'
import { canonicalJson, type Json } from '../../../src/domain/json.ts'
import { bodyOf, bookStart, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { runs } from '../../support/generators.ts'
import { rechained, whole } from '../../support/rechain.ts'
import { books, correctedBooks } from './books.ts'

test('audit accepts a book and returns its market, and finds a rate that was changed in one of its sheets', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.nat(40), async ({ entries, market }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const accepted = await audit(stored)
      assert.ok('market' in accepted)
      assert.deepEqual(accepted.market, market)
      const sheets = entries.filter(({ kind }) => kind === 'sheet-published')
      const target = sheets[pick % sheets.length]?.position
      // The first rate of a body belongs to a change, or to an offer that did not change.
      const forge = (body: string) => body.replace('"rate":"', '"rate":"7')
      const forged = stored.map((one) =>
        one.position === target ? { ...one, body: forge(whole(one).body) } : one,
      )
      for (const [batch, reason] of [
        [forged, 'disk'],
        [rechained(forged), undefined],
      ] as const) {
        const found = await audit(batch)
        const difference = 'difference' in found ? found.difference : undefined
        assert.deepEqual(
          [difference?.position, difference?.reason],
          target === undefined ? [undefined, undefined] : [target, reason],
        )
      }
    }),
    runs(100),
  )
})

test('audit finds no difference in a corrected book, and returns its market', async () => {
  await fc.assert(
    fc.asyncProperty(correctedBooks, async ({ entries, market }) => {
      const accepted = await audit(storedAfter(bookStart, entries))
      assert.ok('market' in accepted, JSON.stringify(accepted))
      assert.deepEqual(accepted.market, market)
    }),
    runs(150),
  )
})

/** Ways to alter the body of a correction; `undefined` where one does not apply. */
const alterations: readonly [
  what: string,
  alter: (body: CorrectionBody, entries: readonly Entry[], own: Correcting) => object | undefined,
][] = [
  [
    'a figure',
    (body) => withCorrection(body, { figures: body.correction.figures.map(wrongFigure) }),
  ],
  [
    'a removed figure',
    (body) =>
      (body.correction.figures.length > 0 && withCorrection(body, { figures: [] })) || undefined,
  ],
  ['an added change', (body) => ({ ...body, changes: [...body.changes, madeUp] })],
  ['removed changes', (body) => (body.changes.length === 0 ? undefined : { ...body, changes: [] })],
  [
    'the rate of a change',
    (body) =>
      body.changes.length === 0
        ? undefined
        : { ...body, changes: body.changes.map((one) => ({ ...one, previous: '77' })) },
  ],
  ['an unknown cause', (body) => withCorrection(body, { cause: 'whim' })],
  ['a cause of another type', (body) => withCorrection(body, { cause: null })],
  ['an entry that is no sheet', (body) => withCorrection(body, { of: 1 })],
  ['an entry that does not exist', (body) => withCorrection(body, { of: 10_000 })],
  ['a position as a text', (body) => withCorrection(body, { of: String(body.correction.of) })],
  [
    'the sheet of another institution',
    (body, entries, { institutionId }) => {
      const other = entries.find(
        (entry) => entry.kind === 'sheet-published' && entry.institutionId !== institutionId,
      )
      return other && withCorrection(body, { of: other.position })
    },
  ],
  ['a retraction as a text', (body) => withCorrection(body, { isRetraction: 'true' })],
  ['an unknown key', (body) => ({ ...body, because: 'of it' })],
  ['an unknown key in the correction', (body) => withCorrection(body, { because: 'of it' })],
  ['no correction', ({ changes }) => ({ changes })],
]

/** Ways to alter what any entry but a registration says about its author. */
const authors: readonly [what: string, details: object][] = [
  ['a number for a name', { by: 5 }],
  ['an empty name', { by: '' }],
  ['a list for a remark', { note: [] }],
  ['a remark of two lines', { note: 'one\ntwo' }],
  ['an unknown key', { byline: 'Ann' }],
]
const overrides: readonly [what: string, details: object][] = [
  ['a reason of another type', { reason: true }],
  ['findings of another type', { findings: {} }],
  ['a finding without a message', { findings: [{ rule: 'large-move' }] }],
  ['a finding with an unknown key', { findings: [{ rule: 'a', message: 'b', extra: 1 }] }],
]

test('audit finds every altered correction, and every wrong author, although the digests match', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.nat(40), async ({ entries }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const check = async (entry: Entry, what: string, body: object | undefined): Promise<void> => {
        if (body === undefined) return
        const text = canonicalJson(body as Json)
        if (text === bodyOf(entry)) return
        const { position } = entry
        const forged = stored.map((one) =>
          one.position === position ? { ...one, body: text } : one,
        )
        const found = await audit(rechained(forged))
        assert.equal('difference' in found && found.difference.position, position, what)
      }
      const corrections = entries.filter((entry) => entry.kind === 'rate-corrected')
      const correction = corrections[pick % corrections.length]
      if (correction !== undefined) {
        const body = JSON.parse(bodyOf(correction)) as CorrectionBody
        for (const [what, alter] of alterations)
          await check(correction, what, alter(body, entries, correction))
        const without = stored.filter(({ position }) => position !== correction.position)
        const last = entries.at(-1)?.position
        const removed = await audit(rechained(without))
        if (correction.position !== last)
          assert.equal(
            'difference' in removed && removed.difference.position,
            correction.position + 1,
          )
      }
      const authored = entries.filter(({ kind }) => kind !== 'institution-registered')
      const entry = authored[pick % authored.length]
      if (entry === undefined) return
      const body = JSON.parse(bodyOf(entry)) as object
      const takesReason = entry.kind === 'sheet-published' || entry.kind === 'rate-corrected'
      for (const [what, details] of [...authors, ...(takesReason ? overrides : [])])
        await check(entry, what, { ...body, ...details })
    }),
    runs(40),
  )
})

type CorrectionBody = Pick<Correcting, 'correction' | 'changes'>

const withCorrection = (body: CorrectionBody, altered: object): object => ({
  ...body,
  correction: { ...body.correction, ...altered },
})

/** The figure with another right rate, which no random book has. */
const wrongFigure = (figure: CorrectedFigure): object => ({ ...figure, was: '77' })

const madeUp = {
  variant: 'minor',
  tenure: '77',
  payout: 'annual',
  direction: 'initial',
  previous: '7',
  rate: '7',
}

const audit = (batch: readonly StoredEntry[]) =>
  auditEntries({ storedEntries: () => asBatches([batch]), mirrorOf: undefined }, () => undefined)

async function* asBatches<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}
