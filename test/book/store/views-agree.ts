import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { differenceInViews } from '../../../src/book/audit/views.ts'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import { instantText, type Instant } from '../../../src/domain/instant.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  payouts,
  tierOf,
  variants,
  type Offer,
} from '../../../src/domain/offer.ts'
import type { StoreViews } from '../../../src/book/store/store.ts'
import { leaving } from '../../support/sheet-generators.ts'
import type { OpenBook } from './contract.ts'
import { writerFor, registered, sheet, type BookWriter } from './drafts.ts'
import { viewsOf } from './view-rows.ts'

/** Property: for random books the views have the rows that follow from the entries, and those of the in-memory market. */
export async function viewsAgree(open: () => Promise<OpenBook>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const { store, end } = await open()
      try {
        const writer = writerFor(store)
        await writer.add(registered('a', textOf(start)), registered('b', textOf(start)))
        let at = start
        for (const { wait, what } of actions) {
          at += wait + 1
          await act(writer, what, at)
        }
        assertViewsAgree(writer, await store.views())
      } finally {
        await end()
      }
    }),
    { numRuns: 100 },
  )
}

/** Compares the rows of the views with the entries, and with the in-memory market as `audit` does. */
function assertViewsAgree(writer: BookWriter, views: StoreViews): void {
  assert.deepEqual(views, viewsOf(writer.entries()))
  assert.equal(differenceInViews(writer.market(), views), undefined)
}

const start = Date.UTC(2026, 5, 1)
const ids = fc.constantFrom('a', 'b', 'c')

const rateArbitrary = fc.constantFrom(
  '9',
  '9.0',
  '9.5',
  '9.50',
  '9.12345',
  '10.25',
) as fc.Arbitrary<Decimal>

const offerArbitrary: fc.Arbitrary<Offer> = fc
  .record({
    variant: fc.constantFrom(...variants.slice(0, 2)),
    tenure: fc.constantFrom('3', '3.0', '3.29', '12', '12.0', '12.00') as fc.Arbitrary<Decimal>,
    tenureTo: fc.constantFrom(undefined, undefined, '24', '24.0') as fc.Arbitrary<
      Decimal | undefined
    >,
    payout: fc.constantFrom(...payouts.slice(0, 2)),
    rate: rateArbitrary,
    deposit: fc.constantFrom(undefined, '0', '0.00', '5000', '5000.0', '1000000.125'),
  })
  .map(({ deposit, tenureTo, ...offer }) => ({
    ...offer,
    ...(tenureTo !== undefined && { tenureTo }),
    ...(deposit !== undefined && { minimumDeposit: deposit as Decimal }),
  }))

const action = fc.record({
  wait: fc.nat(5_000_000),
  what: fc.oneof(
    fc.record({ do: fc.constant('register' as const), id: ids, active: fc.boolean() }),
    fc.record({ do: fc.constant('verify' as const), id: ids }),
    fc.record({
      do: fc.constant('publish' as const),
      id: ids,
      complete: fc.boolean(),
      covers: fc.subarray([...variants], { minLength: 1 }),
      left: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(offerArbitrary)),
      offers: fc.uniqueArray(offerArbitrary, {
        maxLength: 8,
        selector: (offer) => `${keyOf(offer)} ${canonicalDecimal(depositOf(offer))}`,
      }),
    }),
    fc.record({
      do: fc.constant('correct' as const),
      id: ids,
      sheet: fc.nat(),
      figure: fc.option(fc.nat(), { nil: undefined }),
      rate: fc.option(rateArbitrary, { nil: undefined }),
    }),
  ),
})

type Act = typeof action extends fc.Arbitrary<infer A extends { what: unknown }> ? A['what'] : never

async function act(writer: BookWriter, what: Act, at: number): Promise<void> {
  const { id } = what
  if (what.do === 'register') {
    const record = { active: what.active, name: `${id} at ${at}` }
    await writer.add(registered(id, textOf(at), record))
  } else if (writer.market().institutions.has(id)) {
    if (what.do === 'verify') {
      await writer.add({ kind: 'rates-verified', institutionId: id, at: at as Instant })
    } else if (what.do === 'correct') {
      await correct(writer, what, textOf(at))
    } else {
      const { complete, offers } = what
      // As the reader has it: what a sheet lists, it covers.
      const listed = new Set<string>(offers.map(({ variant }) => variant))
      const covers = variants.filter((one) => listed.has(one) || what.covers.includes(one))
      const leaves = leaving(what.left, offers, covers)
      const rest = { complete, covers, ...leaves, sourceUrl: `https://${id}.example/${at}` }
      const read = sheet(id, textOf(at), offers.toSorted(compareTiers), rest)
      await writer.publish(read, textOf(at + 1))
    }
  }
}

/** Corrects a figure of one of the sheets of an institution, or retracts the sheet. */
async function correct(
  writer: BookWriter,
  { id, sheet: index, figure, rate }: Extract<Act, { do: 'correct' }>,
  at: string,
): Promise<void> {
  const sheets = writer
    .entries()
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ institutionId }) => institutionId === id)
  const published = sheets[index % sheets.length]
  if (published === undefined) return
  const { position: of } = published
  if (figure === undefined) {
    await writer.correct({ of, cause: 'wrong-page' }, at)
    return
  }
  const withdrawn = published.changes.filter(({ direction }) => direction === 'withdrawn')
  const tiers = [...published.sheet.offers, ...withdrawn].map(tierOf)
  const tier = tiers[figure % tiers.length]
  if (tier === undefined) return
  const minimumDeposit = depositOf(tier)
  const right = { tier: { ...tier, minimumDeposit }, ...(rate !== undefined && { rate }) }
  await writer.correct({ of, cause: 'misread', figure: right }, at)
}

function textOf(at: number): string {
  return instantText(at as Instant)
}
