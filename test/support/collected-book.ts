import { join } from 'node:path'
import type { Draft } from '../../src/domain/entry.ts'
import type { Origin } from '../../src/domain/origin.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { unrated } from './book.ts'
import { at } from './sample-market.ts'

const origin: Origin = {
  source: { file: 'lk/some.yaml', digest: 'a'.repeat(64) },
  captures: [],
  nextDue: at('2026-06-04T03:47:00Z'),
}

/** A book of four institutions: unchanged, held, failed without a sheet, and one that is entered by hand. */
export async function makeCollectedBook(folder: string): Promise<string> {
  const path = join(folder, 'ratebook.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(async () => drafts)
  await store.close()
  return path
}

const ids = ['alpha', 'beta', 'gamma', 'hand']
const registered = at('2026-06-01T00:00:00Z')
const ran = at('2026-06-03T03:50:00Z')
const tier = { variant: 'general', tenure: '12', payout: 'maturity' } as never

const sheetOf = (institutionId: string, rate: string) => ({
  institutionId,
  sourceUrl: `https://${institutionId}.example/rates`,
  scrapedAt: registered,
  currency: 'LKR',
  complete: true,
  covers: ['general'] as const,
  offers: [{ variant: 'general', tenure: '12', payout: 'maturity', rate }] as never,
})

const drafts: readonly Draft[] = [
  ...ids.map((id): Draft => ({
    kind: 'institution-registered',
    institutionId: id,
    at: registered,
    institution: unrated(id),
  })),
  ...['alpha', 'beta', 'hand'].map((id): Draft => ({
    kind: 'sheet-published',
    institutionId: id,
    at: registered,
    sheet: sheetOf(id, '8.50'),
    changes: [
      {
        variant: 'general',
        tenure: '12',
        payout: 'maturity',
        direction: 'initial',
        previous: '8.50',
        rate: '8.50',
      } as never,
    ],
    sample: false,
  })),
  { kind: 'rates-verified', institutionId: 'alpha', at: ran, tiers: [tier], origin },
  {
    kind: 'sheet-held',
    institutionId: 'beta',
    at: ran,
    sheet: { ...sheetOf('beta', '77.70'), scrapedAt: ran },
    findings: [{ rule: 'rate-out-of-range', message: 'The rate 77.70 % is above 30 %.' }],
    origin,
    comparedWith: 6,
    reviewers: 1,
  },
  {
    kind: 'rates-checked',
    institutionId: 'gamma',
    at: ran,
    outcome: 'failed',
    message: 'The page prints 88.80 %.',
    origin,
  },
]
