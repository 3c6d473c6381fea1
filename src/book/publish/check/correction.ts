import { bodyOf } from '../../../domain/entry-body.ts'
import { causes, type CorrectedFigure } from '../../../domain/change.ts'
import type { Correcting } from '../../../domain/entry.ts'
import { depositOf, tierOf } from '../../../domain/offer.ts'
import type { RightFigure } from '../correct/wrong-figures.ts'
import { decideCorrection } from '../correct/decide-correction.ts'
import { describeValue } from '../input/fields.ts'
import { problemLine } from '../input/problem.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { detailsOf } from './entry-values.ts'

/** Makes the correction again on the book before it; the result must equal the entry. */
export function problemInCorrection(
  { book }: PublicationContext,
  entry: Correcting,
  body: string,
): string | undefined {
  if (book === undefined) return 'Its institution is not registered.'
  const { of, cause, isRetraction, figures } = entry.correction
  if (!causes.includes(cause)) return `${describeValue(cause)} is not the cause of a correction.`
  const figure = isRetraction ? undefined : figures[0]
  // Correcting one sheet alone gives the same entry where no later sheet repeats the figure.
  const only = !isRetraction && figures.length === 1
  const request = {
    ...detailsOf(entry),
    of,
    cause,
    only,
    ...(figure !== undefined && { figure: rightFigureOf(figure) }),
  }
  const verdict = decideCorrection(book, request, entry.at)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  return verdict.kind === 'corrected' && bodyOf(verdict.draft) === body
    ? undefined
    : 'It is not the correction that `ratebook correct` would enter.'
}

function rightFigureOf(figure: CorrectedFigure): RightFigure {
  const tier = { ...tierOf(figure), minimumDeposit: depositOf(figure) }
  return { tier, ...(figure.now !== undefined && { rate: figure.now }) }
}
