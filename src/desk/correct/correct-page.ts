import { believedSheets } from '../../book/market/believed-sheets.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { lastChange } from '../../book/market/rate-history.ts'
import { offersIn } from '../../book/market/standing.ts'
import {
  rateIn,
  repeatingSheets,
  type CorrectionRequest,
  type RightFigure,
} from '../../book/publish/decide-correction.ts'
import { textLimit } from '../../book/publish/input/problem.ts'
import { causes, type Cause } from '../../domain/change.ts'
import type { Publishing, Reviewer } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { instantText } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Tier,
} from '../../domain/offer.ts'
import { counted } from '../../domain/text.ts'
import { reasonField } from '../confirm-findings.ts'
import { foreign, html, textField, tierWords, type Html } from '../html.ts'
import { page, problemMessage } from '../page.ts'
import { lineOf, rateOf, wholeOf } from '../requests.ts'

/** A standing offer. */
type CorrectableFigure = {
  readonly offer: Offer
  /** The sheet that began its rate. */
  readonly first: Publishing
  /** How many later sheets repeat the rate, so that they are corrected too. */
  readonly repeats: number
}

/** The form of a correction as it was typed. */
type CorrectForm = {
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

/** What the page of a correction shows. */
export type CorrectPageOptions = {
  readonly reviewer: Reviewer
  readonly institution: Institution
  readonly figures: readonly CorrectableFigure[]
  readonly sheets: readonly Publishing[]
  readonly form: CorrectForm
  readonly problems?: readonly string[]
  readonly findings?: readonly Finding[]
}

/** The form in which a reviewer corrects a published figure, or retracts a sheet. */
export function correctPage(options: CorrectPageOptions): string {
  const { reviewer, institution, figures, sheets, form, problems = [], findings = [] } = options
  const title = 'Correct a published figure'
  const main = html`${problems.length > 0 && problemMessage(...problems)}
    <p class="kicker">${title}</p>
    <h1 tabindex="-1" data-focus>${foreign(institution.name)}</h1>
    <form
      method="post"
      action="/correct?institution_id=${institution.id}"
      class="single"
      novalidate
    >
      ${findings.length > 0 && reasonField(findings, form.reason, false)}
      ${figureChoice(figures, sheets, form)} ${right(form)} ${why(form)}
      <p>
        <button class="main">
          ${findings.length > 0 ? 'Correct it in spite of the findings' : 'Correct it'}
        </button>
      </p>
      <p class="quiet small">
        A correction also corrects the later sheets that repeat the rate. It is an entry of its own:
        the history keeps what was published.
      </p>
    </form>`
  return page({ title: `Correct ${institution.name}`, reviewer, current: '/correct', main })
}

function figureChoice(
  figures: readonly CorrectableFigure[],
  sheets: readonly Publishing[],
  { figure, of }: CorrectForm,
): Html {
  const rows = figures.map((one, index) => {
    const value = valueOf(one)
    const id = `figure-${index}`
    return html`<tr>
      <td>
        <input
          type="radio"
          name="figure"
          id="${id}"
          value="${value}"
          ${value === figure && html` checked`}
        />
      </td>
      <th scope="row"><label for="${id}">${tierWords(one.offer)}</label></th>
      <td class="number strong">${one.offer.rate}</td>
      <td>${publishedText(one)}</td>
    </tr>`
  })
  const options = sheets.map(
    ({ position, sheet }) =>
      html`<option value="${position}" ${String(position) === of && html` selected`}>
        position ${position}, read ${instantText(sheet.scrapedAt).slice(0, 10)}
      </option>`,
  )
  return html`<fieldset>
    <legend>What is wrong</legend>
    ${figures.length === 0 && html`<p>No offer stands.</p>`}
    <div class="scroll">
      <table class="choices">
        <thead>
          <tr>
            <th scope="col"><span class="visually-hidden">Choose</span></th>
            <th scope="col">Standing figure</th>
            <th scope="col" class="number">Rate %</th>
            <th scope="col">Published</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${
      sheets.length > 0 &&
      html`<p class="check">
        <input
          type="radio"
          name="figure"
          id="figure-sheet"
          value="sheet"
          ${figure === 'sheet' && html` checked`}
        />
        <label for="figure-sheet">Retract a whole sheet:</label>
        <select name="of" aria-label="The sheet to retract">
          <option value="">Choose</option>
          ${options}
        </select>
      </p>`
    }
  </fieldset>`
}

/** The sheets that a correction of a figure corrects. */
function publishedText({ first: { at, position }, repeats }: CorrectableFigure): string {
  const day = instantText(at).slice(0, 10)
  const repeated = repeats === 0 ? '' : `; repeated by ${counted(repeats, 'later sheet')}`
  return `${day}, position ${position}${repeated}`
}

function right({ rate, isNone }: CorrectForm): Html {
  return html`<fieldset class="head">
    <legend>What is right (not for a retraction)</legend>
    <p class="field">
      ${textField('Right rate, in percent', { id: 'rate', size: 7, inputmode: 'decimal', value: rate })}
    </p>
    <p class="check">
      <input type="checkbox" id="none" name="none" value="yes" ${isNone && html` checked`} />
      <label for="none">There was no such offer</label>
    </p>
  </fieldset>`
}

function why({ cause, note }: CorrectForm): Html {
  const options = causes.map(
    (one) =>
      html`<option value="${one}" ${one === cause && html` selected`}>
        ${one.replace('-', ' ')}
      </option>`,
  )
  return html`<fieldset class="head">
    <legend>Why</legend>
    <p class="field">
      <label for="cause">Cause</label>
      <select id="cause" name="cause">
        <option value="">Choose</option>
        ${options}
      </select>
    </p>
    <p class="field wide">
      ${textField('Note (public)', { id: 'note', size: 44, maxlength: textLimit, value: note })}
    </p>
  </fieldset>`
}
