import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { evolve } from '../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../src/book/market/market.ts'
import { contextFromMarket } from '../../src/book/publish/context-from-store.ts'
import { decideCorrection } from '../../src/book/publish/decide-correction.ts'
import { decideSheet, passGate } from '../../src/book/publish/decide-sheet.ts'
import { readInstitutions } from '../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Draft, Entry } from '../../src/domain/entry.ts'
import { defaultGateLimits } from '../../src/domain/gate-limits.ts'
import { after, parseInstant, type Instant } from '../../src/domain/instant.ts'
import { remember } from './recording.ts'

/** An instant from its text. */
export function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === undefined) throw new Error(`${text} is no instant.`)
  return instant
}

/** The first entries of a book, from drafts. */
export function numbered(drafts: readonly Draft[]): Entry[] {
  return drafts.map((draft, index) => ({ ...draft, position: index + 1 }))
}

/** The market that entries make. */
export function marketOf(entries: readonly Entry[]): Market {
  return remember(entries.reduce(evolve, emptyMarket), entries)
}

/** The markets of which there are samples. */
export const sampleMarkets = ['sri-lanka', 'india', 'vietnam'] as const
export type SampleMarket = (typeof sampleMarkets)[number]

/** The folder of the samples of a market. */
export function samplesOf(market: SampleMarket): string {
  return fileURLToPath(new URL(`../../samples/${market}/`, import.meta.url))
}

/** The folder of the market that `npm start` serves. */
export const samples = samplesOf('sri-lanka')

/** The book that `npm start` makes of the samples of a market: institutions, and sheets each at its own `scraped_at`. */
export function sampleEntries(of: SampleMarket = 'sri-lanka'): Entry[] {
  const folder = samplesOf(of)
  const { institutions } = readInstitutions(readFileSync(`${folder}institutions.json`))
  const readings = globSync(`${folder}sheets/*.json`)
    .toSorted()
    .map((path) => readSheet(readFileSync(path)))
    .toSorted((a, b) => Number(a.head.scrapedAt) - Number(b.head.scrapedAt))
  const first = readings[0]?.head.scrapedAt ?? at('2016-01-01T00:00:00Z')
  const entries = numbered(
    institutions.map((institution) => ({
      at: first,
      institutionId: institution.id,
      kind: 'institution-registered',
      institution,
    })),
  )
  let market = marketOf(entries)
  for (const reading of readings) {
    const context = contextFromMarket(market, reading.head.institutionId)
    const details = { at: reading.head.scrapedAt ?? first, sample: true, reason: 'sample' }
    const verdict = passGate(context, decideSheet(context, reading, details), defaultGateLimits)
    if (verdict.kind !== 'published') throw new Error(JSON.stringify(verdict))
    const entry = { ...verdict.draft, position: market.position + 1 }
    entries.push(entry)
    market = evolve(market, entry)
  }
  return entries
}

/** The same book with an invented correction and an invented run of the collector, so that every list of the API has records. */
export function correctedSampleEntries(): Entry[] {
  const entries = sampleEntries()
  const { institutions, at: last } = marketOf(entries)
  const book = institutions.get('peoples-bank')
  const of = book?.entries.find(({ at: when }) => when === at('2026-06-04T00:00:00Z'))?.position
  if (book === undefined || of === undefined) throw new Error('The sheet of 4 June is missing.')
  const verdict = decideCorrection(
    book,
    {
      of,
      cause: 'misread',
      note: 'An example: the samples contain no correction.',
      figure: {
        tier: { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' },
        rate: '7.20' as Decimal,
      },
    },
    last,
  )
  if (verdict.kind !== 'corrected') throw new Error(JSON.stringify(verdict))
  const corrected: Entry = { ...verdict.draft, position: entries.length + 1 }
  return [...entries, corrected, { ...collected(last), position: entries.length + 2 }]
}

/** A run that could not read the page of an institution. */
function collected(last: Instant): Draft {
  return {
    kind: 'rates-checked',
    institutionId: 'peoples-bank',
    at: last,
    outcome: 'failed',
    message: 'An example: the samples contain no run.',
    origin: {
      source: { file: 'lk/peoples-bank.yaml', digest: '0'.repeat(64) },
      captures: [],
      nextDue: after(last, 6 * 3_600_000),
    },
  }
}
