import assert from 'node:assert/strict'
import { holdsOf, reviewersIn } from '../../../src/book/market/holds.ts'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import { decideOnHold } from '../../../src/book/publish/review/decide-on-hold.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { tierOf, type Offer } from '../../../src/domain/offer.ts'
import type { OfferCells, Origin } from '../../../src/domain/origin.ts'
import { offer, type BookWriter } from './drafts.ts'

/** The origin of a run, with the cells of the offers that it read. */
export function originOf(at: Instant, offers?: readonly Offer[]): Origin {
  const url = 'https://alpha.example/rates'
  const capture = { page: 'rates', url, at, digest: 'cd'.repeat(32), format: 'html' } as const
  return {
    source: { file: 'sources/lk/alpha.yaml', digest: 'ab'.repeat(32) },
    captures: [{ ...capture, charset: 'utf-8' }],
    nextDue: after(at, dayLength),
    ...(offers !== undefined && { cells: offers.map(cellsOf) }),
  }
}

function cellsOf({ rate, tenure }: Offer): OfferCells {
  return {
    rate: { address: '#char=210,215', text: `${rate.replace('.', ',')} %`, decimal: ',' },
    tenure: { address: '#char=200,202', text: 'Special', means: `${tenure} months` },
    column: { address: '#char=100,111', text: 'At maturity' },
  }
}

/**
 * Appends nine entries of a collector and a reviewer: a reviewer, an accepted source, a verification of some tiers, a held sheet,
 * its approval and the sheet, a run that failed, one that repeats the verification, and the end of the reviewer.
 */
export async function addCollected(
  writer: BookWriter,
  institutionId: string,
  from: Instant,
): Promise<void> {
  const at = (days: number): Instant => after(from, days * dayLength)
  const book = () => {
    const found = writer.market().institutions.get(institutionId)
    assert.ok(found?.publication)
    return { ...found, sheet: found.publication.sheet }
  }
  const { by, note } = { by: 'ann', note: 'As printed.' }
  const source = originOf(from).source
  await writer.add(
    {
      kind: 'reviewer-registered',
      institutionId: '',
      at: at(0),
      reviewer: { id: by, name: 'Zoë' },
    },
    { kind: 'source-accepted', institutionId, at: at(0), by, source, note },
  )
  const [terms] = [...book().standing.values()]
  const offers = terms?.offers ?? []
  const tiers = offers.map(tierOf)
  const verified = { kind: 'rates-verified', institutionId, tiers } as const
  const position = writer.market().position + 1
  await writer.add({ ...verified, at: at(1), origin: originOf(at(1), offers) })
  const range = offer('women 12-24 annual', '7.25')
  const listed = book().sheet.offers.map((offer, index) =>
    index === 0 ? { ...offer, rate: '12.75' as Offer['rate'] } : offer,
  )
  const held: Draft = {
    kind: 'sheet-held',
    institutionId,
    at: at(2),
    sheet: { ...book().sheet, scrapedAt: at(2), offers: listed },
    findings: [
      { rule: 'large-move', tier: tierOf(range), message: 'The rate moves by 300 basis points.' },
    ],
    origin: originOf(at(2), listed),
    comparedWith: lastComparable(writer, institutionId),
    reviewers: 1,
  }
  await writer.add(held)
  const context = {
    ...contextFromMarket(writer.market(), institutionId),
    reviewers: reviewersIn(writer.entries()),
  }
  const hold = holdsOf(book()).at(-1)?.entry.position ?? 0
  const decided = decideOnHold(context, { by, hold, decision: 'approved', note }, at(3))
  assert.ok(decided.kind === 'decided')
  await writer.add(...decided.drafts.filter((draft) => draft !== undefined))
  const message = 'The page does not contain “Alpha”: it may be a login page.'
  const failed = { kind: 'rates-checked', institutionId, outcome: 'failed', message } as const
  await writer.add(
    { ...failed, at: at(4), origin: originOf(at(4)) },
    { ...verified, at: at(5), origin: { ...originOf(at(5)), repeats: position } },
    { kind: 'reviewer-removed', institutionId: '', at: at(6), reviewer: { id: by } },
  )
}

/** The position of the last sheet or correction of an institution. */
function lastComparable(writer: BookWriter, id: string): number {
  const last = writer
    .entries()
    .findLast(
      ({ kind, institutionId }) =>
        institutionId === id && (kind === 'sheet-published' || kind === 'rate-corrected'),
    )
  return last?.position ?? 0
}
