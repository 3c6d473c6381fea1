import type { AddressedEdit } from '../../collect/audit/prove-edits.ts'
import { sameDecimal } from '../../domain/decimal.ts'
import { keyOf, termsOf, tierOf, type Terms } from '../../domain/offer.ts'
import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import { lineOf, rateOf } from '../read-text.ts'

/** What happens to a figure: its rate is published, the page does not list it, or the offer stays as it stands. */
export const figureChoices = ['rate', 'gone', 'leave'] as const
export type FigureChoice = (typeof figureChoices)[number]

/** One figure of the form as it was typed. */
export type TypedFigure = {
  /** The rate; empty for an offer that the sheet does not list. */
  readonly rate: string
  readonly choice: FigureChoice
  /** The address of the cell in which the rate stands. */
  readonly at: string
  /** The name of the captured page on which the cell was chosen; empty for the page that the offer was read from. */
  readonly page: string
  readonly problem?: string
}

/** The form of an edit as it was typed, and the edits if it has no problem. */
export type EditForm = {
  readonly figures: readonly TypedFigure[]
  readonly reason: string
  /** Problems that belong to no figure. */
  readonly problems: readonly string[]
  readonly edits: readonly AddressedEdit[]
  readonly leaves: readonly Terms[]
}

/** The form before anything was typed: the rates as they were read. */
export function emptyEditForm(held: readonly HeldFigure[]): EditForm {
  const figures = held.map(({ read }) => ({
    rate: read ?? '',
    choice: choiceAtFirst(read),
    at: '',
    page: '',
  }))
  return { figures, reason: '', problems: [], edits: [], leaves: [] }
}

/** The sheet withdraws an offer without a rate. */
function choiceAtFirst(read: HeldFigure['read']): FigureChoice {
  return read === undefined ? 'gone' : 'rate'
}

/**
 * Reads the form. A figure is edited if its rate differs from the one that was read, or the page does not list it. If one minimum
 * deposit of some terms is left as it stands, all are.
 */
export function readEditForm(form: URLSearchParams, held: readonly HeldFigure[]): EditForm {
  const edits: AddressedEdit[] = []
  const given = (name: string): string | undefined => form.get(name)?.trim()
  const choices = held.map(
    ({ read }, index) =>
      figureChoices.find((one) => one === given(`choice-${index}`)) ?? choiceAtFirst(read),
  )
  const left = held.flatMap(({ tier }, index) =>
    choices[index] === 'leave' ? [termsOf(tier)] : [],
  )
  const leaves = new Map(left.map((terms) => [keyOf(terms), terms]))
  const figures = held.map(({ tier, read: offered }, index): TypedFigure => {
    const typed = {
      rate: given(`rate-${index}`) ?? offered ?? '',
      choice: choices[index] ?? 'rate',
      at: given(`at-${index}`) ?? '',
      page: given(`page-${index}`) ?? '',
    }
    if (offered === undefined || typed.choice === 'leave') return typed
    if (typed.choice === 'gone') {
      edits.push({ tier: tierOf(tier) })
      return typed
    }
    const read = rateOf(typed.rate)
    if ('problem' in read) return { ...typed, ...read }
    const { rate } = read
    if (!sameDecimal(rate, offered))
      edits.push({
        tier: tierOf(tier),
        rate,
        ...(typed.at !== '' && { address: typed.at }),
        ...(typed.page !== '' && { page: typed.page }),
      })
    return typed
  })
  const reason = lineOf(form.get('reason'), 'The reason')
  return {
    figures,
    reason: form.get('reason') ?? '',
    problems: [
      ...('problem' in reason ? [reason.problem] : []),
      ...(figures.some(({ problem }) => problem !== undefined)
        ? ['One of the rates cannot be read.']
        : []),
    ],
    edits,
    leaves: [...leaves.values()],
  }
}
