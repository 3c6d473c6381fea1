import { dayNumber, dayNumbered, startOf, type Day } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { earlierPage } from './faults/figure-faults.ts'
import type { FaultName } from './faults.ts'
import { faultyPages, writtenPages } from './generate.ts'
import type { Layout } from './layout.ts'
import { htmlSideBySide } from './layouts/html-classes.ts'
import { htmlTwoHeadRows } from './layouts/html-two-head-rows.ts'
import { jsonInsideJson } from './layouts/json-inside-json.ts'
import { jsonArray } from './layouts/json-lists.ts'
import { pdfByColumn } from './layouts/pdf.ts'
import { workbook } from './layouts/xlsx.ts'
import { offersOf } from './practice-page.ts'

/** The page of a practice institution on a day: the truth, or one version of a fault. */
type Shown = 'the truth' | { readonly fault: FaultName; readonly version: number }

/** An institution of the practice bank. */
export type PracticeInstitution = {
  readonly layout: Layout
  readonly type: InstitutionType
  /** Its page on the first day, the second day, and so on; the last one holds from then on. */
  readonly days: readonly Shown[]
  /** Whether a person has typed a sheet of it before the first day. */
  readonly isTyped?: true
}

const transposed = { fault: 'transposed digits', version: 0 } as const
const droppedRow = { fault: 'dropped rows', version: 1 } as const
const captcha = { fault: 'captcha', version: 0 } as const

/**
 * The six institutions. On the first day four pages are right, one has a transposed digit and one lacks a row. On the second day one
 * of the right ones has a captcha in its place, and the others are as they were.
 */
export const practiceInstitutions: readonly PracticeInstitution[] = [
  { layout: htmlTwoHeadRows, type: 'bank', days: [transposed], isTyped: true },
  { layout: jsonArray, type: 'bank', days: ['the truth'] },
  { layout: jsonInsideJson, type: 'bank', days: ['the truth', captcha] },
  { layout: pdfByColumn, type: 'bank', days: ['the truth'] },
  { layout: workbook, type: 'bank', days: ['the truth'] },
  { layout: htmlSideBySide, type: 'nbfi', days: [droppedRow], isTyped: true },
]

/** A layout whose pages are dated a week before the first day, if they are dated at all. */
export function datedLayout(layout: Layout, firstDay: Day): Layout {
  if (layout.page.date === undefined) return layout
  return {
    ...layout,
    page: { ...layout.page, date: dayNumbered(dayNumber(startOf(firstDay)) - 7) },
  }
}

/** The body of the page on a day, counted from 1. */
export function bodyOn({ layout, days }: PracticeInstitution, day: number): Uint8Array {
  const shown = days[Math.min(day, days.length) - 1] ?? 'the truth'
  const pages = shown === 'the truth' ? [writtenPages(layout)] : faultyPages(layout, shown.fault)
  const version =
    'impossible' in pages ? undefined : pages[shown === 'the truth' ? 0 : shown.version]
  const body = version?.[0]?.body
  if (body === undefined) throw new Error(`${layout.id} has no page for day ${day}.`)
  return body
}

/** The record of an institution, as `register` reads it. */
export function recordOf({ layout, type }: PracticeInstitution): object {
  const { institutionId, page } = layout
  return {
    id: institutionId,
    // The page of the demo must not pass them off as real.
    name: `${page.institution} (invented)`,
    type,
    website: `https://${institutionId}.example/`,
    active: true,
    license_type: type === 'bank' ? 'licensed_commercial_bank' : 'licensed_finance_company',
    credit_rating: null,
    rating_agency: null,
    rating_updated: null,
    stale_after_days: 7,
  }
}

/** The rate sheet that a person typed before the first day, as `publish` reads it. */
export function earlierSheet(
  { layout }: PracticeInstitution,
  url: string,
  scrapedAt: string,
): object {
  const { institutionId, page } = layout
  const offers = offersOf(earlierPage(page)).map((offer) => ({
    product_variant: offer.variant,
    ...(offer.tenureDays === undefined
      ? { tenure_months: offer.tenure }
      : { tenure_days: offer.tenureDays }),
    payout_type: offer.payout,
    rate_pa: offer.rate,
    ...(offer.annualEffectiveRate !== undefined && { aer: offer.annualEffectiveRate }),
    ...(offer.minimumDeposit !== undefined && { min_deposit: offer.minimumDeposit }),
  }))
  return {
    institution_id: institutionId,
    source_url: url,
    scraped_at: scrapedAt,
    currency: page.currency,
    complete: true,
    offers,
  }
}
