/**
 * The keys of all bodies, at every depth. A new key, like a new kind of entry, needs a new version of the format, so that older
 * programs refuse the book: `store/migrations.test.ts` holds the keys of each version.
 */
export const entryKeys: ReadonlySet<string> = new Set(
  [
    // Institutions and reviewers
    'active creditRating licenseType name ratingAgency ratingUpdated staleAfterDays',
    'type website reviewer id',
    // Sheets
    'sheet sourceUrl scrapedAt currency complete covers leaves offers variant tenure',
    'tenureDays payout rate minimumDeposit annualEffectiveRate product changes',
    'direction previous previousMinimumDeposit sample',
    // Runs, pages and cells
    'origin source file digest captures page url at format charset nextDue',
    'printedDate day cell cells column factor capture address text repeats unmatched',
    'typedFrom outcome message refusal tiers',
    // Holds, decisions and corrections
    'hold decision comparedWith reviewers editOf findings rule tier correction of',
    'isRetraction cause figures was now by note reason',
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
 * The first key of a body that this version of the format does not have. Objects in lists are skipped unless asked for, because
 * a book has many of them.
 */
export function unknownKeyIn(value: unknown, lists?: 'lists'): string | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = lists === undefined ? [] : value
    for (const item of items) {
      const key = unknownKeyIn(item, lists)
      if (key !== undefined) return key
    }
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const unknown = entryKeys.has(key) ? unknownKeyIn(part, lists) : key
    if (unknown !== undefined) return unknown
  }
  return undefined
}
