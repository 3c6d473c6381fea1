import { join } from 'node:path'
import { publish } from '../../src/book/publish/publish.ts'
import { readInstitutions } from '../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import { register } from '../../src/book/publish/register.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { instantAt } from '../support/instant-source.ts'
import { bytesOf, institutionOf, offerOf, sheetOf, byDefault } from '../support/small-book.ts'

type ListedTier = readonly [tenure: string, minimum: string | undefined, rate: string]

/**
 * The sheets of alpha-bank. The 6-month offer stays. The 12-month offer moves to a stated minimum, and a second tier is new,
 * withdrawn and listed again. The 24-month tiers rise by the same figure, then both move; at last the lower one is withdrawn.
 */
const alphaSheets: readonly (readonly [day: string, tiers: readonly ListedTier[]])[] = [
  [
    '2026-01-05',
    [
      ['6', undefined, '7.00'],
      ['12', undefined, '8.00'],
      ['24', '5000', '9.00'],
      ['24', '250000', '9.50'],
    ],
  ],
  [
    '2026-02-10',
    [
      ['6', undefined, '7.00'],
      ['12', '5000', '8.25'],
      ['12', '250000', '8.75'],
      ['24', '5000', '9.25'],
      ['24', '250000', '9.75'],
    ],
  ],
  [
    '2026-03-10',
    [
      ['6', undefined, '7.00'],
      ['12', '5000', '8.25'],
      ['24', '10000', '9.25'],
      ['24', '500000', '10.25'],
    ],
  ],
  [
    '2026-04-10',
    [
      ['6', undefined, '7.00'],
      ['12', '5000', '8.00'],
      ['12', '250000', '9.00'],
      ['24', '10000', '9.25'],
      ['24', '500000', '10.25'],
    ],
  ],
  [
    '2026-05-10',
    [
      ['6', undefined, '7.00'],
      ['12', '5000', '8.00'],
      ['12', '250000', '9.00'],
      ['24', '500000', '10.25'],
    ],
  ],
]

const betaOffers = [
  offerOf({ tenure_months: '12', rate_pa: '8.50' }),
  offerOf({ tenure_months: '24', rate_pa: '10.00' }),
]

/** Makes a book in which alpha-bank has several tiers for the same terms, and beta-finance has one. */
export async function makeTierBook(folder: string): Promise<string> {
  const path = join(folder, 'ratebook.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  const institutions = [
    institutionOf('alpha-bank'),
    institutionOf('beta-finance', { type: 'nbfi' }),
  ]
  await register(
    store,
    readInstitutions(bytesOf(institutions)).institutions,
    instantAt('2026-01-01T00:00:00Z'),
  )
  const publishSheet = async (scrapedAt: string, fields: Parameters<typeof sheetOf>[0]) =>
    publish(
      store,
      readSheet(bytesOf(sheetOf({ scraped_at: scrapedAt, ...fields }))),
      instantAt(scrapedAt),
      byDefault,
      { reason: 'a test' },
    )
  await publishSheet('2026-01-05T00:00:00Z', { institution_id: 'beta-finance', offers: betaOffers })
  for (const [day, tiers] of alphaSheets) {
    const offers = tiers.map(([tenure_months, min_deposit, rate_pa]) =>
      offerOf({ tenure_months, rate_pa, ...(min_deposit !== undefined && { min_deposit }) }),
    )
    await publishSheet(`${day}T06:00:00Z`, { offers })
  }
  await store.close()
  return path
}
