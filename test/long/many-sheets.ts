import { offerOf, sheetOf, writeJson } from '../support/small-book.ts'

/** Writes sheets into a folder, one for each day of June 2026 from `firstDay` on, each with its own rate. */
export function writeSheets(
  folder: string,
  { sheets, offers, firstDay }: Readonly<Record<'sheets' | 'offers' | 'firstDay', number>>,
): string[] {
  return Array.from({ length: sheets }, (_, index) => {
    const listed = Array.from({ length: offers }, (_offer, tenure) =>
      offerOf({ tenure_months: String(tenure + 1), rate_pa: `${index + 1}.25` }),
    )
    const day = String(firstDay + index).padStart(2, '0')
    const sheet = sheetOf({ scraped_at: `2026-06-${day}T00:00:00Z`, offers: listed })
    return writeJson(folder, `${index}.json`, sheet)
  })
}
