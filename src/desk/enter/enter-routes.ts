import type { FastifyInstance, FastifyRequest } from 'fastify'
import { needsTwoReviewers } from '../../book/gate/gate.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { runOf } from '../../book/market/runs.ts'
import { appendTypedSheet } from '../../book/publish/review/typed-sheet.ts'
import { typedFigureFindings } from '../../collect/audit/prove-edits.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { pagesOf, type CapturedPages } from '../captured/captured-pages.ts'
import { panelOfEntry } from '../captured/captured-panel.ts'
import { withInstitution } from '../choose-institution.ts'
import { confirmFindings, wereShown } from '../confirm-findings.ts'
import type { DeskContext } from '../desk-context.ts'
import { formOf, lineOf, queryOf, sendPage, wholeOf } from '../requests.ts'
import { enterPage } from './enter-page.ts'
import { readPastedRows } from './pasted-rows.ts'
import { withFreeRows } from './typed-rows.ts'
import {
  emptyTypedForm,
  problemsByField,
  readTypedForm,
  sheetOfForm,
  type FieldProblems,
  type TypedSheetForm,
} from './typed-sheet.ts'

/** The entry of a run if it has captured pages, and whether the run could not read them. */
type ShownRun = { readonly run: Entry | undefined; readonly isUnread: boolean }

/** Typing a rate sheet: the form, the findings that need a reason, and the append. */
export function addEnterRoutes(
  app: FastifyInstance,
  desk: DeskContext,
  captured: CapturedPages,
): void {
  const choice = { path: '/enter', title: 'Enter rates by hand' }

  /** The run whose captured pages are shown: the one that the address names, or the last one that names its pages. */
  const shownRun = (request: FastifyRequest, { entries }: InstitutionBook): ShownRun => {
    const position = wholeOf(queryOf(request).get('run'))
    const entry =
      position === undefined
        ? entries.findLast((one) => runOf(one) !== undefined && !isHeldAgain(one))
        : entries.find((one) => one.position === position)
    return {
      run: entry && pagesOf(entry).length > 0 ? entry : undefined,
      isUnread: entry !== undefined && runOf(entry)?.outcome === 'failed',
    }
  }

  const show = async (
    request: FastifyRequest,
    book: InstitutionBook,
    form: TypedSheetForm,
    found: { readonly problems?: FieldProblems; readonly findings?: readonly Finding[] } = {},
  ): Promise<string> => {
    const { institution } = book
    const { run, isUnread } = shownRun(request, book)
    const panel =
      run &&
      (await panelOfEntry(captured, {
        entry: run,
        query: queryOf(request),
        addressOf: (tab, page) =>
          `/enter?institution_id=${institution.id}&run=${run.position}&tab=${tab}&page=${page}`,
      }))
    const isForTwo = !desk.isOneReviewerEnough && needsTwoReviewers(found.findings ?? [])
    const { reviewer } = request
    return enterPage({ ...found, reviewer, institution, form, panel, isUnread, isForTwo })
  }

  app.get(
    '/enter',
    withInstitution(desk, choice, async (request, reply, book) => {
      const { run, isUnread } = shownRun(request, book)
      const [page] = run === undefined ? [] : pagesOf(run)
      const { currency } = desk.market()
      const form = emptyTypedForm(book, page, { currency, now: desk.now(), isUnread })
      return sendPage(reply, await show(request, book, form))
    }),
  )

  app.post(
    '/enter',
    withInstitution(desk, choice, async (request, reply, book) => {
      const fields = formOf(request)
      const form = readTypedForm(fields)
      const again = async (status: number, problems: FieldProblems, shown = form) =>
        sendPage(reply, await show(request, book, shown, { problems }), status)
      const step = fields.get('step')
      if (step === 'add') return again(200, new Map(), { ...form, rows: withFreeRows(form.rows) })
      if (step === 'csv') {
        const read = readPastedRows(form.csv, {
          institutionId: book.institution.id,
          currency: form.currency,
        })
        if ('problems' in read) return again(422, new Map([['', read.problems]]))
        return again(200, new Map(), { ...form, rows: withFreeRows(read.rows), csv: '' })
      }
      const texts = textsOf(form)
      const parsed = sheetOfForm(form, book.institution.id)
      if ('problems' in texts || form.complete === '') {
        const more = 'problems' in texts ? texts.problems : []
        return again(422, new Map([...problemsByField(parsed.problems, form), ...more]))
      }
      const run = form.isFromCapture ? shownRun(request, book).run : undefined
      const pages = run === undefined ? [] : pagesOf(run)
      const source = desk.sourceOf(book.institution.id)?.definition
      const searched = { captures: desk.captures, pages, source }
      const typed = {
        by: request.reviewer.id,
        parsed,
        ...(texts.note !== undefined && { note: texts.note }),
        ...(run !== undefined && { typedFrom: pages }),
        pageFindings: await typedFigureFindings(searched, parsed.sheet?.offers ?? []),
      }
      const { reason } = texts
      const outcome = await confirmFindings(desk, request, (isConfirmed) => {
        const sheet = { ...typed, ...(isConfirmed && reason !== undefined && { reason }) }
        return appendTypedSheet(desk.store(), sheet, desk.instant, desk)
      })
      switch (outcome.kind) {
        case 'implausible': {
          const { findings } = outcome
          const missing = wereShown(request, findings)
            ? ['Give a reason, or change the rates.']
            : []
          const problems = new Map(missing.map((one) => ['', [one]]))
          return sendPage(reply, await show(request, book, form, { findings, problems }), 422)
        }
        case 'refused':
          return again(422, problemsByField(outcome.problems, form))
        case 'denied':
          return again(403, new Map([['', [outcome.problem]]]))
        case 'unchanged': {
          const { position, isOther } = outcome
          const sentence =
            isOther === true
              ? `All offers of this sheet stand already, from position ${position}, read at the same time.`
              : `The book has this sheet already, at position ${position}.`
          return again(409, new Map([['', [sentence]]]))
        }
        case 'published':
        case 'held':
          return reply.redirect(`/?after=${outcome.entry.position}`, 303)
        default:
          throw outcome satisfies never
      }
    }),
  )
}

/** Whether a run read figures that were held before. The held sheet names the pages. */
function isHeldAgain(entry: Entry): boolean {
  return entry.kind === 'rates-checked' && entry.outcome === 'held'
}

/** The reason and the note, if they were given. */
function textsOf({
  reason,
  note,
}: TypedSheetForm):
  | { readonly reason?: string; readonly note?: string }
  | { readonly problems: FieldProblems } {
  const texts: Record<string, string> = {}
  const problems = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries({ reason, note })) {
    if (value === '') continue
    const line = lineOf(value, `The ${name}`)
    if ('text' in line) texts[name] = line.text
    else problems.set(name, [line.problem])
  }
  return problems.size === 0 ? texts : { problems }
}
