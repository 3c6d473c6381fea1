import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { institutions, marketSheets } from './market.ts'

const home = join(import.meta.dirname, '..')

/** The launcher of the command line. */
export const launcher = join(home, 'bin', 'ratebook.js')

/** A SQLite book of the market, made once for each size, schema and generator. */
export function marketBook(changes: number): string {
  const schema = fs.globSync(join(home, 'src/store/sqlite/migrations/*.sql')).toSorted()
  const hash = createHash('sha256')
  for (const file of [...schema, join(home, 'bench/market.ts')]) hash.update(fs.readFileSync(file))
  const name = `ratebook-bench-${changes}-${hash.digest('hex').slice(0, 12)}.db`
  const path = join(tmpdir(), name)
  if (!fs.existsSync(path)) makeBook(path, changes)
  return path
}

/** The commands that operators use fill the book, so its entries are what they write. */
function makeBook(path: string, changes: number): void {
  const folder = fs.mkdtempSync(`${path}-`)
  const book = join(folder, 'book.db')
  const ratebook = (...args: string[]) =>
    execFileSync(process.execPath, [launcher, ...args, '--database', book], { stdio: 'ignore' })
  try {
    fs.writeFileSync(join(folder, 'institutions.json'), JSON.stringify(registrations))
    ratebook('register', join(folder, 'institutions.json'), '--at', '2015-12-31T00:00:00Z')
    for (const { institution, at, records } of marketSheets(changes)) {
      const file = join(folder, `sheet-${at.replaceAll(':', '')}.json`)
      fs.writeFileSync(file, sheetJson(institution.id, at, records))
    }
    ratebook('publish', '--at-scraped', join(folder, 'sheet-*.json'))
    fs.renameSync(book, path)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const registrations = institutions.map((institution) => ({
  ...institution,
  website: `https://www.${institution.id}.example/`,
  license_type: 'licensed',
  active: true,
  credit_rating: null,
  rating_agency: null,
  rating_updated: null,
  stale_after_days: 7,
}))

type SheetOffer = { variant: string; tenure: string; payout: string; rate: string }

/** A rate sheet in the words of the API. */
export function sheetJson(id: string, scrapedAt: string, offers: readonly SheetOffer[]): string {
  return JSON.stringify({
    institution_id: id,
    source_url: `https://www.${id}.example/deposit-rates`,
    scraped_at: scrapedAt,
    currency: 'LKR',
    offers: offers.map(({ variant, tenure, payout, rate }) => ({
      product_variant: variant,
      tenure_months: tenure,
      payout_type: payout,
      rate_pa: rate,
    })),
  })
}
