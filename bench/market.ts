import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const variants = ['general', 'senior_citizen', 'women', 'digital', 'minor']
const tenures = ['3', '6', '9', '12', '15', '18', '24', '36', '48', '60']
const payouts = ['maturity', 'monthly']
// Some names need UTF-8, and some need two bytes a character in memory.
const names = ['Harbour Bank PLC', 'Crédit Océan PLC', 'மக்கள் Finance', 'People’s Savings PLC']

/** Fifty institutions, half of them banks, as `ratebook register` reads them. */
export const institutions = Array.from({ length: 50 }, (_, i) => ({
  id: `institution-${i + 1}`,
  name: `${names[i % names.length]} ${i + 1}`,
  type: i % 2 === 0 ? 'bank' : 'nbfi',
  website: `https://www.institution-${i + 1}.example/`,
  license_type: 'licensed',
  active: true,
  credit_rating: null,
  rating_agency: null,
  rating_updated: null,
  stale_after_days: 7,
}))

const terms = variants.flatMap((product_variant) =>
  tenures.flatMap((tenure_months) =>
    payouts.map((payout_type) => ({ product_variant, tenure_months, payout_type })),
  ),
)

/** How many offers each sheet has. */
export const offersPerSheet = terms.length

/** The hundredths of a percent that a variant or a payout adds to a rate. */
const spreads: Readonly<Record<string, number>> = { senior_citizen: 50, women: 10, monthly: -20 }

/**
 * Rate sheets, three a day from 2016 on, the same at every run. Each lists all terms of one institution, and each but the first of
 * an institution moves every rate by up to 0.6 percent.
 */
export function marketSheets(count: number) {
  const levels = new Map<string, number>()
  let random = 1
  return Array.from({ length: count }, (_, i) => {
    const institution_id = `institution-${(i % institutions.length) + 1}`
    random = (random * 48_271) % 2_147_483_647
    // Hundredths of a percent above 8, from 0 to 300.
    const before = levels.get(institution_id) ?? random % 300
    const step = 1 + (random % 60)
    const isRise = before < step || (before + step <= 300 && random % 2 === 0)
    const level = isRise ? before + step : before - step
    levels.set(institution_id, level)
    const offers = terms.map((one) => {
      const spread = (spreads[one.product_variant] ?? 0) + (spreads[one.payout_type] ?? 0)
      const rate = 800 + level + spread + Number(one.tenure_months) * 2
      return { ...one, rate_pa: (rate / 100).toFixed(2) }
    })
    const source_url = `https://www.${institution_id}.example/deposit-rates`
    const scraped_at = new Date(Date.UTC(2016, 0, 1, 8 * i)).toISOString()
    return { institution_id, source_url, scraped_at, currency: 'LKR', offers }
  })
}

/** The launcher of the command line. */
export const launcher = join(import.meta.dirname, '..', 'bin', 'ratebook.js')

/** Makes a SQLite book of the market with the commands that operators use; an earlier one is used again. */
export function makeBook(folder: string, changes: number): string {
  const book = join(folder, 'book.db')
  if (existsSync(book)) return book
  const sheets = join(folder, 'sheets')
  mkdirSync(sheets)
  writeFileSync(join(folder, 'institutions.json'), JSON.stringify(institutions))
  for (const sheet of marketSheets(changes / offersPerSheet)) {
    writeFileSync(join(sheets, `${sheet.scraped_at}.json`), JSON.stringify(sheet))
  }
  const registered = ['--at', '2015-12-31T00:00:00Z', '--database', book]
  runNode(launcher, 'register', join(folder, 'institutions.json'), ...registered)
  publishSheets(join(sheets, '*.json'), book)
  return book
}

/** Publishes sheets of the market. The gate asks for a reason, because all rates of a sheet move. */
export function publishSheets(sheets: string, book: string): RunTimes {
  const options = ['--at-scraped', '--reason', 'sample', '--database', book]
  return runNode(launcher, 'publish', sheets, ...options)
}

/** The time that a program took, and its processor time, in milliseconds. */
export type RunTimes = { readonly elapsed: number; readonly processor: number }

/** Runs Node on core 0. */
export function runNode(...args: readonly string[]): RunTimes {
  const command = ['taskset', '-c', '0', process.execPath, ...args]
  const script = `TIMEFORMAT='%R %U %S'; time "$@" > /dev/null 2> /dev/null`
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ends with ${status}.`)
  const [elapsed = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number)
  return { elapsed: elapsed * 1000, processor: (user + system) * 1000 }
}
