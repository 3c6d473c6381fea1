import { quoted } from './visible-text.ts'

/**
 * The keys of all bodies, at every depth. A new key, like a new kind of entry, needs a new version of the format, so that older
 * programs refuse the book: `book/store/migrations.test.ts` holds the keys of each version.
 */
export const entryKeys: ReadonlySet<string> = new Set(
  [
    // Institutions and reviewers
    'active creditRating licenseType name ratingAgency ratingUpdated staleAfterDays',
    'type website reviewer id',
    'insurance status amount scheme since',
    // Sheets
    'sheet sourceUrl scrapedAt currency complete covers leaves offers variant tenure',
    'tenureDays tenureTo tenureToDays payout rate minimumDeposit annualEffectiveRate product changes',
    'direction previous previousMinimumDeposit sample',
    // Runs, pages and cells
    'origin source file digest captures page url at format charset nextDue',
    'printedDate day cell cells column factor capture address text decimal means repeats unmatched',
    'typedFrom outcome message refusal tiers',
    // Holds, decisions and corrections
    'hold decision comparedWith reviewers editOf findings rule tier correction of',
    'isRetraction cause figures was now by note reason limit value salt clock',
  ].flatMap((keys) => keys.split(' ')),
)

/** An entry has a part that this version of the format does not have, such as `the kind "x"`. */
export class UnknownPart extends Error {
  constructor(part: string) {
    super(
      `It has ${part}, which this Ratebook does not know: a newer Ratebook wrote it. Install the newer Ratebook.`,
    )
  }
}

/**
 * Throws an `UnknownPart` if a body has a key that this version of the format does not have. Objects in lists are checked only on
 * request, because a book has many of them.
 */
export function checkKeys(value: unknown, lists?: 'lists'): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (lists !== undefined) for (const item of value as readonly unknown[]) checkKeys(item, lists)
    return
  }
  for (const [key, part] of Object.entries(value)) {
    if (!entryKeys.has(key)) throw new UnknownPart(`the key ${quoted(key)}`)
    checkKeys(part, lists)
  }
}
