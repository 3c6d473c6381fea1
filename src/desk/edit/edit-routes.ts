import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dryRunStore } from '../../book/publish/append.ts'
import { appendEdit, type DecisionOutcome } from '../../book/publish/review/append-review.ts'
import { editedParts, type EditRequest } from '../../book/publish/review/decide-edit.ts'
import { heldFigures } from '../../book/publish/review/held-figures.ts'
import { proveEdits } from '../../collect/audit/prove-edits.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import type { CapturedPages } from '../captured/captured-pages.ts'
import { panelOfEntry } from '../captured/captured-panel.ts'
import { confirmFindings } from '../confirm-findings.ts'
import type { DeskContext } from '../desk-context.ts'
import { goOn, withOpenHeld, type BookedHold } from '../hold/held-sheets.ts'
import { firstFigure } from '../hold/hold-figures.ts'
import { formOf, queryOf, sendPage } from '../requests.ts'
import { confirmPage, editPage, emptyEditForm, readEditForm, type EditForm } from './edit-page.ts'

/** Editing a held sheet: the form, the findings that remain, and the append. */
export function addEditRoutes(
  app: FastifyInstance,
  desk: DeskContext,
  captured: CapturedPages,
): void {
  const show = async (
    request: FastifyRequest,
    { book, hold }: BookedHold,
    form: EditForm,
    problems: readonly string[] = [],
  ): Promise<string> => {
    const { entry } = hold
    const figures = heldFigures(book, entry)
    const panel = await panelOfEntry(captured, {
      entry,
      cells: figures[firstFigure(figures, entry)]?.cells,
      query: queryOf(request),
      isChoice: true,
      addressOf: (tab, page) => `/hold/${entry.position}/edit?tab=${tab}&page=${page}`,
    })
    return editPage({ book, hold, reviewer: request.reviewer, figures, form, problems, panel })
  }

  app.get(
    '/hold/:position/edit',
    withOpenHeld(desk, async (request, reply, held) => {
      const figures = heldFigures(held.book, held.hold.entry)
      return sendPage(reply, await show(request, held, emptyEditForm(figures)))
    }),
  )

  app.post(
    '/hold/:position/edit',
    withOpenHeld(desk, async (request, reply, held) => {
      const { entry } = held.hold
      const fields = formOf(request)
      const form = readEditForm(fields, heldFigures(held.book, entry))
      const refuse = async (status: number, ...problems: readonly string[]) =>
        sendPage(reply, await show(request, held, form, problems), status)
      if (fields.get('step') === 'change') return refuse(200)
      const proven = await proveEdits(
        desk.captures,
        entry,
        form.edits,
        desk.sourceOf(entry.institutionId),
      )
      if ('problem' in proven) return refuse(422, ...form.problems, proven.problem)
      if (form.problems.length > 0) {
        const isRead = form.figures.every(({ problem }) => problem === undefined)
        const { leaves } = form
        const edited = isRead ? editedParts(entry, { edits: proven.edits, leaves }) : undefined
        return refuse(422, ...form.problems, ...(typeof edited === 'string' ? [edited] : []))
      }
      const { reviewer } = request
      const wish: EditRequest = {
        by: reviewer.id,
        hold: entry.position,
        reason: form.reason.trim(),
        ...proven,
        leaves: form.leaves,
      }
      const outcome = await confirmFindings(desk, request, async (isConfirmed) =>
        isConfirmed ? appendEdit(desk.store(), wish, desk.instant, desk) : rehearse(desk, wish),
      )
      switch (outcome.kind) {
        case 'rehearsed':
          return sendPage(reply, confirmPage({ ...held, ...outcome, reviewer, form, fields }))
        case 'refused':
          return refuse(409, outcome.problem)
        case 'unchanged':
          return goOn(desk, reply, entry.position, outcome.position)
        case 'decided':
          return goOn(desk, reply, entry.position, outcome.entry.position)
        default:
          throw outcome satisfies never
      }
    }),
  )
}

/** An edit that would be entered: the findings of the edited sheet, and whether another reviewer must approve it. */
type Rehearsed = {
  readonly kind: 'rehearsed'
  readonly findings: readonly Finding[]
  readonly isForTwo: boolean
}

/** Decides an edit and appends nothing. Every edit is shown first, with or without findings. */
async function rehearse(
  { store, instant, isOneReviewerEnough, limits }: DeskContext,
  wish: EditRequest,
): Promise<Rehearsed | Exclude<DecisionOutcome, { kind: 'decided' }>> {
  const dryRun = dryRunStore(store())
  let edited: Entry | undefined
  const append: typeof dryRun.append = async (decide) => {
    const entries = await dryRun.append(decide)
    edited = entries.find(({ kind }) => kind === 'sheet-held')
    return entries
  }
  const outcome = await appendEdit({ append }, wish, instant, { isOneReviewerEnough, limits })
  if (outcome.kind !== 'decided') return outcome
  if (edited?.kind !== 'sheet-held') throw new Error('The edit holds no sheet.')
  return { kind: 'rehearsed', findings: edited.findings, isForTwo: edited.reviewers === 2 }
}
