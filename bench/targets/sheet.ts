import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstRegistrations } from '../book/institutions.ts'
import { randomOf } from '../book/random.ts'
import { poolOf } from '../book/terms.ts'

const offerCount = 100

/** Writes sheets of 100 offers of one institution, each with other rates than the one before, and names their files. */
export function sheetWriter(folder: string): () => string {
  const random = randomOf(11)
  const [institution] = firstRegistrations()
  if (institution === undefined) throw new Error('The market has no institution.')
  const terms = poolOf(offerCount)
  const rates = terms.map(() => 700 + 25 * random.below(12))
  let count = 0
  return () => {
    const offers = terms.map(({ variant, tenure, tenureDays, payout }, i) => {
      const rate = (rates[i] ?? 0) + random.one([-50, -25, -5, 5, 25, 50])
      rates[i] = rate
      return {
        product_variant: variant,
        ...(tenureDays === undefined ? { tenure_months: tenure } : { tenure_days: tenureDays }),
        payout_type: payout,
        rate_pa: (rate / 100).toFixed(2),
      }
    })
    const path = join(folder, `sheet-${++count}.json`)
    const sheet = {
      institution_id: institution.id,
      source_url: `${institution.website}deposit-rates`,
      scraped_at: new Date().toISOString(),
      currency: 'LKR',
      offers,
    }
    writeFileSync(path, JSON.stringify(sheet))
    return path
  }
}
