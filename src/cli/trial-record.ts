import type { Trial } from '../collect/source/try-pages.ts'
import type { CapturedPage } from '../domain/origin.ts'
import { findingRecord } from '../serve/http/records/receipt.ts'
import { sheetFields } from '../book/publish/input/serialize.ts'
import { problemsOf } from '../collect/read/problems.ts'
import type { Table } from '../collect/read/table.ts'

/** A page of a trial and its tables, or why these cannot be read. */
export type TriedPage = {
  readonly capture: CapturedPage
  readonly tables: readonly Table[]
  readonly failure?: string
}

/** A trial for programs. The sheet has the form of a rate sheet; if the read failed, it is null, and so is the account. */
export function trialRecord(pages: readonly TriedPage[], trial: Trial): object {
  const all = { pages: pages.map(pageRecord) }
  if ('failure' in trial) {
    const none = {
      sheet: null,
      printed_date: null,
      findings: [],
      account: null,
      left_out: [],
      unmatched: [],
    }
    return { ...all, problems: problemsOf(trial), ...none }
  }
  const { reading, sheet, findings } = trial
  return {
    ...all,
    problems: [],
    sheet: sheetFields(sheet),
    printed_date: reading.printedDate?.day ?? null,
    findings: findings.map(findingRecord.write),
    account: reading.account,
    left_out: reading.leftOut,
    unmatched: reading.unmatched,
  }
}

function pageRecord({ capture: { page, url }, tables }: TriedPage): object {
  return {
    name: page,
    url,
    tables: tables.map(({ headings, rows }, index) => ({
      number: index + 1,
      headings: headings.map(({ text }) => text),
      rows: rows.map((row) => row.map(({ text }) => text)),
    })),
  }
}
