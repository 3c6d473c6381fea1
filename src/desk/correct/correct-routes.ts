import type { FastifyInstance } from 'fastify'
import { appendCorrection } from '../../book/publish/correct.ts'
import { correctionFindings } from '../../collect/audit/prove-edits.ts'
import { withInstitution } from '../choose-institution.ts'
import { confirmFindings, wereShown } from '../confirm-findings.ts'
import type { DeskContext } from '../desk-context.ts'
import { formOf, lineOf, sendPage } from '../requests.ts'
import {
  correctPage,
  correctable,
  correctionOf,
  readCorrectForm,
  type CorrectPageOptions,
} from './correct-page.ts'

/** Correcting a published figure, or retracting a sheet. */
export function addCorrectRoutes(app: FastifyInstance, desk: DeskContext): void {
  const choice = { path: '/correct', title: 'Correct a published figure' }

  app.get(
    '/correct',
    withInstitution(desk, choice, async (request, reply, book) => {
      const { institution } = book
      const form = readCorrectForm(new URLSearchParams())
      const { reviewer } = request
      return sendPage(reply, correctPage({ reviewer, institution, ...correctable(book), form }))
    }),
  )

  app.post(
    '/correct',
    withInstitution(desk, choice, async (request, reply, book) => {
      const { reviewer } = request
      const { institution } = book
      const form = readCorrectForm(formOf(request))
      const all = correctable(book)
      const again = (status: number, more: Pick<CorrectPageOptions, 'problems' | 'findings'>) =>
        sendPage(reply, correctPage({ reviewer, institution, ...all, form, ...more }), status)
      const read = correctionOf(form, all.figures, reviewer.id)
      if ('problems' in read) return again(422, read)
      // A sheet of another institution is not corrected from this page.
      if (book.entries.every(({ position }) => position !== read.request.of))
        return again(422, { problems: ['Choose a sheet of this institution.'] })
      const reason = form.reason === '' ? undefined : lineOf(form.reason, 'The reason')
      if (reason !== undefined && 'problem' in reason)
        return again(422, { problems: [reason.problem] })
      const { store, captures, instant, limits } = desk
      const source = desk.sourceOf(institution.id)?.definition
      const pageFindings = await correctionFindings(
        { book: store(), captures, source },
        read.request,
      )
      const outcome = await confirmFindings(desk, request, (isConfirmed) => {
        const correction = {
          ...read.request,
          ...(isConfirmed && reason && { reason: reason.text }),
        }
        return appendCorrection(store(), correction, instant, limits, pageFindings)
      })
      switch (outcome.kind) {
        case 'refused':
          return again(422, { problems: outcome.problems.map(({ message }) => message) })
        case 'implausible':
          return again(422, {
            findings: outcome.findings,
            problems: wereShown(request, outcome.findings)
              ? ['Give a reason, or change the rate.']
              : [],
          })
        case 'unchanged':
          return again(409, { problems: [`It was corrected so at position ${outcome.position}.`] })
        case 'corrected':
          return reply.redirect(`/?after=${outcome.entry.position}`, 303)
        default:
          throw outcome satisfies never
      }
    }),
  )
}
