import type { Entry, Publishing } from '../domain/entry.ts'
import type { Tier } from '../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { retractedIn, retractedVerifications } from '../market/published-state.ts'
import { confirms, listsOrWithdraws } from '../market/standing.ts'

/** An entry that found published rates unchanged. */
export type Verifying = Extract<Entry, { kind: 'rates-verified' }>

/** The verifications of a published figure: how many there are, and the last one. */
export type LaterVerifications = { readonly count: number; readonly last: Verifying | undefined }

/**
 * The verifications of a tier while a sheet is the last one that lists or withdraws its terms. After a correction they confirm the
 * corrected rate. As for freshness, a verification of a sheet that was retracted later confirms nothing.
 */
export function laterVerifications(
  { entries }: Pick<InstitutionBook, 'entries'>,
  sheet: Publishing,
  tier: Tier,
): LaterVerifications {
  const ignored = retractedVerifications(entries, retractedIn(entries))
  const found: Verifying[] = []
  // The sheets that decide about the terms, the last one at the end. A retraction brings an earlier one back.
  let deciding = [sheet.position]
  for (const entry of entries) {
    const { position } = entry
    if (position <= sheet.position) continue
    if (entry.kind === 'sheet-published' && listsOrWithdraws(entry.sheet, tier))
      deciding.push(position)
    else if (entry.kind === 'rate-corrected' && entry.correction.isRetraction)
      deciding = deciding.filter((one) => one !== entry.correction.of)
    else if (entry.kind === 'rates-verified') {
      const isOfSheet = deciding.at(-1) === sheet.position
      if (isOfSheet && confirms(entry, tier) && !ignored.has(position)) found.push(entry)
    }
  }
  return { count: found.length, last: found.at(-1) }
}
