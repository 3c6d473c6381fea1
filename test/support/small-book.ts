import { join } from 'node:path'
import { defaultGateLimits } from '../../src/domain/gate-limits.ts'
import { writeFileSync } from 'node:fs'
import { publish } from '../../src/book/publish/publish.ts'
import { readInstitutions } from '../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import { register } from '../../src/book/publish/register.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/book/store/store.ts'
import { instantAt } from './instant-source.ts'

/** The gate of a book that sets no limits. */
export const byDefault = { limits: defaultGateLimits }

type Fields = Readonly<Record<string, unknown>>

/** An institution, as a file has it. */
export function institutionOf(id: string, fields: Fields = {}): Fields {
  return {
    id,
    name: `The ${id}`,
    type: 'bank',
    website: `https://${id}.example/`,
    active: true,
    license_type: 'licensed_commercial_bank',
    credit_rating: null,
    rating_agency: null,
    rating_updated: null,
    stale_after_days: 7,
    ...fields,
  }
}

/** An offer, as a file has it: general, 12 months, at maturity, 8.50 %. */
export function offerOf(fields: Fields = {}): Fields {
  return {
    product_variant: 'general',
    tenure_months: '12',
    payout_type: 'maturity',
    rate_pa: '8.50',
    ...fields,
  }
}

/** A sheet of alpha-bank, as a file has it; newer than the first sheet of the small book. */
export function sheetOf(fields: Fields = {}): Fields {
  return {
    institution_id: 'alpha-bank',
    source_url: 'https://alpha-bank.example/rates',
    scraped_at: '2026-06-02T00:00:00Z',
    currency: 'LKR',
    offers: [offerOf()],
    ...fields,
  }
}

/** The first sheet of the small book. */
export const firstSheet = sheetOf({
  scraped_at: '2026-06-01T00:00:00Z',
  offers: [offerOf({ rate_pa: '8.00' }), offerOf({ tenure_months: '6', rate_pa: '7.00' })],
})

/** Overrides the gate: most sheets of tests withdraw offers or move rates far. */
export const withReason = ['--reason', 'a test'] as const

/** The bytes of a JSON file. */
export function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Writes a JSON file into a folder and returns its path. */
export function writeJson(folder: string, name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, bytesOf(value))
  return path
}

/** Writes a JSON file into the working directory of a command and returns its name. */
export function writeHere(cwd: string, name: string, value: unknown): string {
  writeJson(cwd, name, value)
  return name
}

/** Makes the small book in a folder, and returns its path. */
export async function makeSmallBook(folder: string, name = 'ratebook.db'): Promise<string> {
  const path = join(folder, name)
  await fillSmallBook(await openSqliteStore(path, { mode: 'create' }))
  return path
}

/** Enters alpha-bank and beta-finance, and a sheet of alpha-bank; the last position is then 3. Closes the store. */
export async function fillSmallBook(
  store: Store,
  registeredAt = '2026-01-01T00:00:00Z',
): Promise<void> {
  const { institutions } = readInstitutions(
    bytesOf([institutionOf('alpha-bank'), institutionOf('beta-finance', { type: 'nbfi' })]),
  )
  await register(store, institutions, instantAt(registeredAt))
  await publish(store, readSheet(bytesOf(firstSheet)), instantAt('2026-06-01T06:00:00Z'), byDefault)
  await store.close()
}
