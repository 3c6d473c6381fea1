import type { Publishing } from '../domain/entry.ts'
import { keyOf, type Tier } from '../domain/offer.ts'
import { believedSheets, isAbout, retractedIn } from '../market/believed-sheets.ts'
import type { InstitutionBook } from '../market/market.ts'
import { confirmations, type Verifying } from '../market/verifications.ts'

/** The verifications of a published figure: how many there are, and the last one. */
export type LaterVerifications = { readonly count: number; readonly last: Verifying | undefined }

/**
 * The verifications of a tier while a sheet is the last one that lists or withdraws its terms. After a correction they confirm the
 * corrected rate. Those of a retracted sheet count for nothing.
 */
export function laterVerifications(
  { entries }: Pick<InstitutionBook, 'entries'>,
  { position: of }: Publishing,
  tier: Tier,
): LaterVerifications {
  if (retractedIn(entries).has(of)) return { count: 0, last: undefined }
  const next = believedSheets(entries).find(
    (sheet) => sheet.entry.position > of && isAbout(sheet, tier),
  )
  const until = next?.entry.position ?? Infinity
  const confirms = confirmations(entries)
  const found = entries
    .filter((entry) => entry.kind === 'rates-verified')
    .filter(({ position }) => of < position && position < until)
    .filter((entry) => confirms(entry)(keyOf(tier), tier, of))
  return { count: found.length, last: found.at(-1) }
}
