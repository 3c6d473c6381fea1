import type { InstitutionBook } from '../../book/market/market.ts'
import { offersIn } from '../../book/market/standing.ts'
import { collectProblems, type InputProblem } from '../../book/publish/input/problem.ts'
import { readSheet, type ParsedSheet } from '../../book/publish/input/read-sheet.ts'
import { instantText, type Instant } from '../../domain/instant.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { wholeOf } from '../requests.ts'
import {
  isLeftOut,
  offerOfRow,
  readRows,
  refuseThousands,
  rowFields,
  rowsOfOffers,
  sentenceOf,
  withFreeRows,
  type TypedRow,
} from './typed-rows.ts'

/** The form of a typed sheet. */
export type TypedSheetForm = {
  readonly scrapedAt: string
  readonly sourceUrl: string
  readonly currency: string
  /** Whether it lists all rates; empty before the reviewer has chosen. */
  readonly complete: 'yes' | 'no' | ''
  readonly rows: readonly TypedRow[]
  readonly csv: string
  readonly reason: string
  readonly note: string
  /** Whether the sheet was typed from the captured pages beside the form. */
  readonly isFromCapture: boolean
}

/** The form before anybody has typed into it. If the run of the page failed, nobody has seen rates on it yet. */
export function emptyTypedForm(
  { standing, publication, institution }: InstitutionBook,
  page: CapturedPage | undefined,
  {
    currency,
    now,
    isUnread,
  }: { readonly currency: string | undefined; readonly now: Instant; readonly isUnread: boolean },
): TypedSheetForm {
  return {
    scrapedAt: isUnread ? '' : instantText(page?.at ?? now),
    sourceUrl: page?.url ?? publication?.sheet.sourceUrl ?? institution.website,
    currency: currency ?? '',
    complete: '',
    rows: withFreeRows(rowsOfOffers(offersIn(standing))),
    csv: '',
    reason: '',
    note: '',
    isFromCapture: false,
  }
}

/** Reads the form as it was typed. */
export function readTypedForm(form: URLSearchParams): TypedSheetForm {
  const given = (name: string): string => form.get(name)?.trim() ?? ''
  return {
    scrapedAt: given('scraped_at'),
    sourceUrl: given('source_url'),
    currency: given('currency'),
    complete: (['yes', 'no'] as const).find((one) => one === given('complete')) ?? '',
    rows: readRows(form),
    csv: form.get('csv') ?? '',
    reason: given('reason'),
    note: given('note'),
    isFromCapture: given('from') === 'yes',
  }
}

/** The sheet of a form, as the reader of rate sheets reads it. */
export function sheetOfForm(
  { scrapedAt, sourceUrl, currency, complete, rows }: TypedSheetForm,
  institutionId: string,
): ParsedSheet {
  const typed = rows.filter((row) => !isLeftOut(row))
  const sheet = {
    institution_id: institutionId,
    ...(sourceUrl !== '' && { source_url: sourceUrl }),
    ...(scrapedAt !== '' && { scraped_at: scrapedAt }),
    ...(currency !== '' && { currency }),
    complete: complete === 'yes',
    offers: typed.map(offerOfRow),
  }
  const read = readSheet(new TextEncoder().encode(JSON.stringify(sheet)))
  const { problems, refuse } = collectProblems()
  refuseThousands(typed, currency, (index) => `offers[${index}]`, refuse)
  return problems.length === 0 ? read : { ...read, problems: [...read.problems, ...problems] }
}

/** The sentences about each field of the form, by the name of its input; those about the whole sheet under `''`. */
export type FieldProblems = ReadonlyMap<string, readonly string[]>

/** What the problems of a sheet say about each field. */
export function problemsByField(
  problems: readonly InputProblem[],
  { rows, complete }: Pick<TypedSheetForm, 'rows' | 'complete'>,
): FieldProblems {
  const places = rows.flatMap((row, index) => (isLeftOut(row) ? [] : [index]))
  const inputs = new Map<string, string>(
    Object.entries(rowFields).map(([name, key]) => [key, name]),
  )
  const rowOf = ({ location }: InputProblem): number | undefined => {
    const [, offer] = /^offers\[(\d+)\]/.exec(location) ?? []
    return places.find((_, index) => String(index) === offer)
  }
  const fieldOf = (problem: InputProblem): string => {
    const { location } = problem
    const [, key = ''] = /\.(\w+)$/.exec(location) ?? []
    const row = rowOf(problem)
    if (row !== undefined) return `${inputs.get(key) ?? 'tenure'}-${row}`
    return ['scraped_at', 'source_url', 'currency'].includes(location) ? location : ''
  }
  const grouped = Map.groupBy(problems, fieldOf)
  const inRows = (sentence: string): string =>
    sentence.replaceAll(
      /offers\[(\d+)\]/g,
      (_, index: string) => `row ${(places[wholeOf(index) ?? 0] ?? 0) + 1}`,
    )
  const sentences = new Map(
    [...grouped].map(([field, own]) => [
      field,
      own.map((one) => inRows(sentenceOf(one, rows[rowOf(one) ?? -1]?.tenure))),
    ]),
  )
  if (complete === '') sentences.set('complete', ['Choose what the sheet lists.'])
  return sentences
}
