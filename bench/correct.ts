import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catchUp, emptyView } from '../src/cli/load-market.ts'
import { now } from '../src/cli/clock.ts'
import type { Decimal } from '../src/domain/decimal.ts'
import { appendCorrection } from '../src/publish/correct/correct.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { launcher, runNode } from './book.ts'
import { institutions } from './market.ts'
import { median, table, withTarget } from './page.ts'
import type { Bench } from './server.ts'

const days = 3650
const batch = 200
const tenures = Array.from({ length: 20 }, (_, index) => index + 1)

/** Measures corrections in a book of one institution that has published a rate sheet on each day of ten years. */
export async function correct({ folder }: Bench): Promise<string> {
  const store = await openSqliteStore(makeDailyBook(join(folder, 'daily')), { mode: 'write' })
  try {
    const before = await catchUp(store, emptyView)
    const times: number[] = []
    for (let index = 0; index < batch; index++) {
      const of = 2 + index * Math.floor(days / batch)
      const tier = { variant: 'general', tenure: '1' as Decimal, payout: 'maturity' } as const
      // Later sheets repeat the rate, so each correction gives another one.
      const figure = { tier, rate: `9.${100 + index}` as Decimal }
      const request = { of, cause: 'misread', figure, reason: 'sample' } as const
      const startedAt = performance.now()
      const outcome = await appendCorrection(store, request, {
        from: 'clock',
        read: now,
        clockIsRight: true,
      })
      times.push(performance.now() - startedAt)
      if (outcome.kind !== 'corrected') throw new Error(`Position ${of}: ${outcome.kind}.`)
    }
    const startedAt = performance.now()
    await catchUp(store, before)
    const followed = performance.now() - startedAt
    const rows = [
      ['one correction is entered, ms', withTarget(median(times), '≤', 1000)],
      [`a server follows ${batch} corrections, ms`, withTarget(followed, '≤', 1000)],
    ]
    return `One institution with ${days} daily rate sheets of ${tenures.length} offers. Every correction reads the book, and is entered in it.

${table(['corrections', 'measured'], rows)}`
  } finally {
    await store.close()
  }
}

/** Every sheet changes one rate. The rate for one month is the same on some days in a row. */
function makeDailyBook(folder: string): string {
  const [institution] = institutions
  if (institution === undefined) throw new Error('There is no institution.')
  mkdirSync(folder)
  const book = join(folder, 'book.db')
  writeFileSync(join(folder, 'institutions.json'), JSON.stringify([institution]))
  const at = ['--at', '2015-12-31T00:00:00Z']
  runNode(launcher, 'register', join(folder, 'institutions.json'), ...at, '--database', book)
  const sheets = join(folder, 'sheets')
  mkdirSync(sheets)
  for (let day = 0; day < days; day++) {
    const offers = tenures.map((tenure) => ({
      product_variant: 'general',
      tenure_months: `${tenure}`,
      payout_type: 'maturity',
      rate_pa: (8 + (Math.floor((day + tenure) / tenures.length) % 50) / 100).toFixed(2),
    }))
    const sheet = {
      institution_id: institution.id,
      source_url: `${institution.website}deposit-rates`,
      scraped_at: new Date(Date.UTC(2016, 0, 1 + day)).toISOString(),
      currency: 'LKR',
      offers,
    }
    writeFileSync(join(sheets, `${sheet.scraped_at}.json`), JSON.stringify(sheet))
  }
  const publish = ['publish', join(sheets, '*.json'), '--at-scraped', '--reason', 'sample']
  runNode(launcher, ...publish, '--database', book)
  return book
}
