import type { AddressedEdit } from '../../collect/prove-edits.ts'
import { sameDecimal } from '../../domain/decimal.ts'
import type { Holding } from '../../domain/entry.ts'
import { tierOf } from '../../domain/offer.ts'
import { lineOf, rateOf } from './read-text.ts'

/** One figure of the form as it was typed. */
export type TypedFigure = {
  readonly rate: string
  readonly isGone: boolean
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
}

/** The form before anything was typed: the rates as they were read. */
export function emptyEditForm({ sheet }: Holding): EditForm {
  const figures = sheet.offers.map(({ rate }) => ({ rate, isGone: false, at: '', page: '' }))
  return { figures, reason: '', problems: [], edits: [] }
}

/** Reads the form. A figure is edited if its rate differs from the one that was read, or the page does not list it. */
export function readEditForm(form: URLSearchParams, { sheet }: Holding): EditForm {
  const edits: AddressedEdit[] = []
  const given = (name: string): string | undefined => form.get(name)?.trim()
  const figures = sheet.offers.map((offer, index): TypedFigure => {
    const typed = {
      rate: given(`rate-${index}`) ?? offer.rate,
      isGone: given(`gone-${index}`) === 'yes',
      at: given(`at-${index}`) ?? '',
      page: given(`page-${index}`) ?? '',
    }
    if (typed.isGone) {
      edits.push({ tier: tierOf(offer) })
      return typed
    }
    const read = rateOf(typed.rate)
    if ('problem' in read) return { ...typed, ...read }
    const { rate } = read
    if (!sameDecimal(rate, offer.rate))
      edits.push({
        tier: tierOf(offer),
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
  }
}
