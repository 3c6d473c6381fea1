import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openHold } from '../../book/market/holds.ts'
import { appendDecision } from '../../book/publish/review/append-review.ts'
import { heldFigures } from '../../book/publish/review/held-figures.ts'
import type { Decision } from '../../domain/entry.ts'
import type { CapturedPages } from '../captured/captured-pages.ts'
import { panelOfEntry, type CaptureTab } from '../captured/captured-panel.ts'
import type { DeskContext } from '../desk-context.ts'
import type { Html } from '../html.ts'
import { messageAfter, problemMessage } from '../page.ts'
import { formOf, lineOf, queryOf, sendPage, wholeOf } from '../requests.ts'
import {
  closedBecause,
  goOn,
  heldAt,
  neighbours,
  waitingHolds,
  withHeld,
  type BookedHold,
} from './held-sheets.ts'
import { firstFigure } from './hold-figures.ts'
import { holdPage } from './hold-page.ts'

/** What a page shows in addition after a request that failed. */
type Retry = {
  readonly message?: Html | undefined
  readonly typed?: { readonly decision: Decision; readonly note: string }
}

/** The page of one held sheet, approving and rejecting it. */
export function addHoldRoutes(
  app: FastifyInstance,
  desk: DeskContext,
  captured: CapturedPages,
): void {
  const show = async (
    request: FastifyRequest,
    { book, hold }: BookedHold,
    retry: Retry,
  ): Promise<string> => {
    const { entry } = hold
    const { position } = entry
    const query = queryOf(request)
    const figures = heldFigures(book, entry)
    const asked = wholeOf(query.get('figure'))
    const chosen = asked !== undefined && asked in figures ? asked : firstFigure(figures, entry)
    const address = (figure: number, tab: CaptureTab, page = ''): string =>
      `/hold/${position}?figure=${figure}&tab=${tab}${page}`
    const panel = await panelOfEntry(captured, {
      entry,
      cells: figures[chosen]?.cells,
      query,
      addressOf: (tab, page) => address(chosen, tab, `&page=${page}`),
    })
    const open = openHold(book)?.entry.position
    return holdPage({
      book,
      hold,
      figures,
      chosen,
      panel,
      reviewer: request.reviewer,
      now: desk.now(),
      addressOf: (index) => address(index, panel.tab),
      ...neighbours(waitingHolds(desk.market()), position),
      successor: open === position ? undefined : open,
      ...retry,
    })
  }

  app.get(
    '/hold/:position',
    withHeld(desk, async (request, reply, held) => {
      const after = wholeOf(queryOf(request).get('after'))
      const message = messageAfter(desk.market(), after, request.reviewer)
      return sendPage(reply, await show(request, held, { message }))
    }),
  )

  const decide = async (
    request: FastifyRequest,
    reply: FastifyReply,
    found: BookedHold,
    wish: { readonly decision: Decision; readonly note?: string },
  ): Promise<FastifyReply> => {
    const { position } = found.hold.entry
    const decision = { ...wish, by: request.reviewer.id, hold: position }
    const { warning, ...outcome } = await appendDecision(desk.store(), decision, desk.instant)
    if (warning !== undefined) request.log.warn(warning)
    await desk.caughtUp()
    if (outcome.kind === 'refused') {
      // Another reviewer may have decided meanwhile: the page shows what stands now.
      const now = heldAt(desk.market(), position) ?? found
      const { decision: kind, note = '' } = wish
      // The page of a closed hold says why itself.
      const isClosed = closedBecause(now.hold, request.reviewer) !== undefined
      const what = kind === 'approved' ? 'approval' : 'rejection'
      const retry = {
        message: problemMessage(isClosed ? `Your ${what} was not entered.` : outcome.problem),
        typed: { decision: kind, note },
      }
      return sendPage(reply, await show(request, now, retry), 409)
    }
    const entered = outcome.kind === 'decided' ? outcome.entry.position : outcome.position
    return goOn(desk, reply, position, entered)
  }

  for (const [action, decision] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)
    app.post(
      `/hold/:position/${action}`,
      withHeld(desk, async (request, reply, held) => {
        const given = formOf(request).get('note') ?? ''
        if (decision === 'approved' && given.trim() === '')
          return decide(request, reply, held, { decision })
        const note = lineOf(given, 'The note')
        if ('text' in note) return decide(request, reply, held, { decision, note: note.text })
        const sentence = decision === 'rejected' ? `Say why. ${note.problem}` : note.problem
        const retry = { message: problemMessage(sentence), typed: { decision, note: given } }
        return sendPage(reply, await show(request, held, retry), 422)
      }),
    )
}
