import { causes, type Cause } from '../../domain/change.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Tier,
} from '../../domain/offer.ts'
import type { Publishing } from '../../domain/entry.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { believedSheets } from '../../book/market/believed-sheets.ts'
import { lastChange } from '../../book/market/rate-history.ts'
import { offersIn } from '../../book/market/standing.ts'
import {
  type CorrectionRequest,
  rateIn,
  repeatingSheets,
  type RightFigure,
} from '../../book/publish/decide-correction.ts'
import { lineOf, rateOf, wholeOf } from '../read-text.ts'

/** A standing offer. */
export type CorrectableFigure = {
  readonly offer: Offer
  /** The sheet that began its rate. */
  readonly first: Publishing
  /** How many later sheets repeat the rate, so that they are corrected too. */
  readonly repeats: number
}

/** The form of a correction as it was typed. */
export type CorrectForm = {
  /** The value of the figure, or `sheet` to retract the sheet at `of`. */
  readonly figure: string
  readonly of: string
  readonly rate: string
  readonly isNone: boolean
  readonly cause: string
  readonly note: string
  readonly reason: string
}

/** The standing offers, and the last sheets that were not retracted, newest first. */
export function correctable(book: InstitutionBook): {
  readonly figures: readonly CorrectableFigure[]
  readonly sheets: readonly Publishing[]
} {
  const { entries, standing, believed } = book
  const sheets = believedSheets(entries)
  const figures = offersIn(standing)
    .toSorted(compareTiers)
    .flatMap((offer) => {
      const begun = lastChange(believed, offer)?.entry.position
      const index = sheets.findIndex(({ entry }) => entry.position === begun)
      const sheet = sheets[index]
      if (sheet === undefined) return []
      const rate = rateIn(sheet, offer)
      const repeating = rate && repeatingSheets(sheets.slice(index + 1), offer, rate)
      return [{ offer, first: sheet.entry, repeats: repeating?.length ?? 0 }]
    })
  const lastSheets = sheets.slice(-20).map(({ entry }) => entry)
  return { figures, sheets: lastSheets.toReversed() }
}

/** The value of a figure in the form: its sheet, tier and rate, so that no other figure has it after a publication or a correction. */
export function valueOf({ offer, first }: CorrectableFigure): string {
  return `${first.position} ${tierKeyOf(offer)} ${offer.rate}`
}

/** Reads the form as it was typed. */
export function readCorrectForm(form: URLSearchParams): CorrectForm {
  const given = (name: string): string => form.get(name)?.trim() ?? ''
  return {
    figure: given('figure'),
    of: given('of'),
    rate: given('rate'),
    cause: given('cause'),
    note: given('note'),
    reason: given('reason'),
    isNone: given('none') === 'yes',
  }
}

/** The request of a form without its reason, or the sentences about what is missing. */
export function correctionOf(
  form: CorrectForm,
  figures: readonly CorrectableFigure[],
  by: string,
): { readonly request: CorrectionRequest } | { readonly problems: readonly string[] } {
  const note = lineOf(form.note, 'The note')
  const cause = causes.find((one): one is Cause => one === form.cause)
  const target = targetOf(form, figures)
  const problems = [
    ...('problem' in target ? [target.problem] : []),
    ...(cause === undefined ? ['Choose why the figure was wrong.'] : []),
    ...('problem' in note ? [note.problem] : []),
  ]
  if ('problem' in target || cause === undefined || 'problem' in note) return { problems }
  return { request: { ...target, by, cause, note: note.text } }
}

function targetOf(
  { figure, of, rate: typed, isNone }: CorrectForm,
  figures: readonly CorrectableFigure[],
): { readonly of: number; readonly figure?: RightFigure } | { readonly problem: string } {
  if (figure === 'sheet') {
    if (typed !== '' || isNone)
      return {
        problem:
          'To retract a whole sheet, empty the right rate and untick "There was no such offer".',
      }
    const position = wholeOf(of)
    return position === undefined ? { problem: 'Choose the sheet to retract.' } : { of: position }
  }
  const chosen = figures.find((one) => figure === valueOf(one))
  if (chosen === undefined)
    return { problem: 'Choose the figure that is wrong. The figures may have changed meanwhile.' }
  const tier = exactTier(chosen.offer)
  const { position } = chosen.first
  if (isNone && typed !== '')
    return { problem: 'Give the right rate or tick "There was no such offer", not both.' }
  if (isNone) return { of: position, figure: { tier } }
  const rate = rateOf(typed)
  return 'problem' in rate ? rate : { of: position, figure: { tier, ...rate } }
}

/** A tier with its minimum deposit. A request without one names all tiers of its terms. */
function exactTier(offer: Offer): Tier {
  return { ...tierOf(offer), minimumDeposit: depositOf(offer) }
}
