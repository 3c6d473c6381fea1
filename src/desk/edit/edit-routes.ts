import type { FastifyInstance, FastifyRequest } from 'fastify'
import { proveEdits } from '../../collect/audit/prove-edits.ts'
import { appendEdit } from '../../book/publish/review/append-review.ts'
import { type EditRequest, editedParts } from '../../book/publish/review/decide-edit.ts'
import { heldFigures } from '../../book/publish/review/held-figures.ts'
import type { CapturedPages } from '../captured/captured-pages.ts'
import { panelOfEntry } from '../captured/captured-panel.ts'
import type { DeskContext } from '../desk-context.ts'
import { emptyEditForm, readEditForm, type EditForm } from './edit-form.ts'
import type { BookedHold } from '../queue/waiting-holds.ts'
import { editPage } from './edit-page.ts'
import { confirmPage } from './confirm-page.ts'
import { findingsDigest } from '../findings.ts'
import { firstFigure } from '../hold/hold-figures.ts'
import { sendPage, formOf, queryOf } from '../requests.ts'
import { goOn, withOpenHeld } from '../hold/held-request.ts'
import type { Entry } from '../../domain/entry.ts'
import { dryRunStore } from '../../book/publish/append.ts'
import type { BookReader, Store } from '../../book/store/store.ts'

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
      const reason = form.reason.trim()
      const wish: EditRequest = {
        by: reviewer.id,
        hold: entry.position,
        reason,
        ...proven,
        leaves: form.leaves,
      }
      const first = rehearsal(desk.store)
      const rehearsed = await appendEdit(first.store, wish, desk.instant, desk)
      if (rehearsed.kind === 'refused') return refuse(409, rehearsed.problem)
      const edited = first.entries().find(({ kind }) => kind === 'sheet-held')
      if (edited?.kind === 'sheet-held') {
        const { findings, reviewers } = edited
        const seen = findingsDigest(findings)
        const confirmation = { ...held, reviewer, form, fields, findings, findingsDigest: seen }
        if (fields.get('step') !== 'confirm' || fields.get('seen') !== seen)
          return sendPage(reply, confirmPage({ ...confirmation, isForTwo: reviewers === 2 }))
      }
      const { warning, ...outcome } = await appendEdit(desk.store, wish, desk.instant, desk)
      if (warning !== undefined) request.log.warn(warning)
      await desk.caughtUp()
      if (outcome.kind === 'refused') return refuse(409, outcome.problem)
      const entered = outcome.kind === 'decided' ? outcome.entry.position : outcome.position
      return goOn(desk, reply, entry.position, entered)
    }),
  )
}

/** A store that appends nothing, and keeps what would be appended, so that a reviewer sees it first. */
function rehearsal(book: BookReader): {
  readonly store: Pick<Store, 'append'>
  readonly entries: () => readonly Entry[]
} {
  const dry = dryRunStore(book)
  let entries: readonly Entry[] = []
  return {
    store: {
      async append(decide) {
        entries = await dry.append(decide)
        return entries
      },
    },
    entries: () => entries,
  }
}
