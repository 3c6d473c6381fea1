import { textLimit } from '../../book/publish/input/problem.ts'
import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import type { AddressedEdit } from '../../collect/audit/prove-edits.ts'
import { sameDecimal } from '../../domain/decimal.ts'
import type { Reviewer } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { keyOf, termsOf, tierKeyOf, tierOf, type Terms } from '../../domain/offer.ts'
import { capturedPanel, type CapturedPanel } from '../captured/captured-panel.ts'
import { findingLines, seenField } from '../confirm-findings.ts'
import type { BookedHold } from '../hold/held-sheets.ts'
import { foreign, html, textField, tierWords, type Html } from '../html.ts'
import { page, problemMessage } from '../page.ts'
import { lineOf, rateOf } from '../requests.ts'

/** What happens to a figure: its rate is published, the page does not list it, or the offer stays as it stands. */
const figureChoices = ['rate', 'gone', 'leave'] as const
type FigureChoice = (typeof figureChoices)[number]

/** One figure of the form as it was typed. */
type TypedFigure = {
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

/** What the page of an edit shows. */
type EditPageOptions = BookedHold & {
  readonly reviewer: Reviewer
  /** The figures of the held sheet, and those that it withdraws. */
  readonly figures: readonly HeldFigure[]
  readonly form: EditForm
  readonly panel: CapturedPanel
  readonly problems: readonly string[]
}

const keys = [
  { key: '← ↑ → ↓', does: 'move in the table of the page' },
  { key: 'Enter', does: 'in the table: choose the cell for the figure that was edited last' },
  { key: '?', does: 'this list' },
]

/** The form in which a reviewer changes figures, beside the page as it was read. */
export function editPage(options: EditPageOptions): string {
  const { book, hold, reviewer, form, panel, problems } = options
  const { entry } = hold
  const { name } = book.institution
  const shown = panel.pages[panel.page]
  const main = html`${problems.length > 0 && problemMessage(...problems)}
    <div class="title">
      <div>
        <p class="kicker">Edit the sheet held at position ${entry.position}</p>
        <h1 tabindex="-1" data-focus>${foreign(name)}</h1>
      </div>
      <a class="button" href="/hold/${entry.position}">Back to the sheet</a>
    </div>
    <div class="sheet">
      <section
        class="left"
        aria-label="The captured page"
        ${shown && html` data-page="${shown.page}"`}
      >
        <p class="quiet small">
          Change a rate, then choose the cell in which it stands: click it, or move to it with the
          arrow keys and press Enter.
        </p>
        ${capturedPanel(panel)}
      </section>
      <form
        class="right"
        method="post"
        action="${panel.addressOf(panel.tab, panel.page)}"
        novalidate
      >
        <h2>Figures</h2>
        ${fields(options)}
        <p class="field">
          ${textField('Why do you change them? (private)', {
            id: 'reason',
            required: true,
            maxlength: textLimit,
            value: form.reason,
          })}
        </p>
        <p><button class="main" name="step" value="check">Check the edited sheet</button></p>
        <p class="quiet small">
          An offer that is left as it stands is neither confirmed nor withdrawn, with all its
          minimum deposits. A row that the page lists and the reader has lost cannot be added here:
          leave it as it stands, or reject the sheet and enter it by hand.
        </p>
      </form>
    </div>`
  return page({ title: `Edit ${name}`, reviewer, keys, main })
}

function fields({ hold, figures, form }: EditPageOptions): Html {
  const { findings, origin } = hold.entry
  const inQuestion = new Set(findings.flatMap(({ tier }) => (tier ? [tierKeyOf(tier)] : [])))
  return html`<div class="scroll">
    <table class="edit">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">Rate</th>
          <th scope="col">What to publish</th>
          ${origin && html`<th scope="col">Cell</th>`}
        </tr>
      </thead>
      <tbody>
        ${figures.map((figure, index) =>
          field(figure, index, form, {
            isInQuestion: inQuestion.has(tierKeyOf(figure.tier)),
            hasCell: origin !== undefined,
          }),
        )}
      </tbody>
    </table>
  </div>`
}

function field(
  { tier, standing, read }: HeldFigure,
  index: number,
  { figures }: EditForm,
  { isInQuestion, hasCell }: { readonly isInQuestion: boolean; readonly hasCell: boolean },
): Html {
  const name = tierWords(tier)
  const { rate = '', choice: chosen, at = '', page = '', problem } = figures[index] ?? {}
  const texts: Readonly<Record<FigureChoice, string>> = {
    rate: 'This rate',
    gone: 'Not on the page',
    leave: standing === undefined ? 'Leave it out for now' : 'Leave it as it stands',
  }
  const choices = figureChoices.filter((choice) => choice !== 'rate' || read !== undefined)
  const rateField = html`<input
      name="rate-${index}"
      size="6"
      inputmode="decimal"
      autocomplete="off"
      value="${rate}"
      data-read="${read}"
      aria-label="Rate: ${name}"
      ${problem !== undefined && html` aria-invalid="true" aria-describedby="problem-${index}"`}
    />
    ${problem !== undefined && html`<small id="problem-${index}" class="field-error">${foreign(problem)}</small>`}`
  const cellField = html`<input
      name="at-${index}"
      size="16"
      autocomplete="off"
      value="${at}"
      placeholder="choose a cell"
      aria-label="Address of the cell: ${name}"
    /><input type="hidden" name="page-${index}" value="${page}" />`
  return html`<tr${isInQuestion && html` class="in-question"`}${read !== undefined && html` data-edit="${index}"`}>
    <th scope="row">
      ${name}
      <small>${standing === undefined ? 'nothing stands' : `stands at ${standing} %`}</small>
    </th>
    <td>${read === undefined ? 'not read' : rateField}</td>
    <td>
      <select name="choice-${index}" aria-label="What to publish: ${name}">
        ${choices.map((choice) => html`<option value="${choice}" ${choice === chosen && html` selected`}>${texts[choice]}</option>`)}
      </select>
    </td>
    ${hasCell && html`<td>${read !== undefined && cellField}</td>`}
  </tr>`
}

/** What the confirmation of an edit shows. */
type ConfirmOptions = BookedHold & {
  readonly reviewer: Reviewer
  readonly form: EditForm
  /** The fields of the form, to be sent again. */
  readonly fields: URLSearchParams
  readonly findings: readonly Finding[]
  readonly isForTwo: boolean
}

/** The findings that remain after an edit, and the button that publishes it. */
export function confirmPage(options: ConfirmOptions): string {
  const { book, hold, reviewer, form, fields, findings, isForTwo } = options
  const { position, sheet } = hold.entry
  const { name } = book.institution
  const hidden = [...fields].filter(([field]) => field !== 'step' && field !== 'seen')
  const changes = form.edits.map(({ tier, rate }) => {
    const read = sheet.offers.find((offer) => tierKeyOf(offer) === tierKeyOf(tier))?.rate
    return html`<li>
      ${tierWords(tier)}: ${read} % was read,
      ${rate === undefined ? 'and the page does not list it' : `${rate} % is right`}
    </li>`
  })
  const left = form.leaves.map(
    (terms) =>
      html`<li>${tierWords(terms)}: stays as it stands, neither confirmed nor withdrawn</li>`,
  )
  const main = html`<div class="title">
      <div>
        <p class="kicker">Confirm the edit of the sheet held at position ${position}</p>
        <h1 tabindex="-1" data-focus>${foreign(name)}</h1>
      </div>
    </div>
    <ul>
      ${changes} ${left}
    </ul>
    <p>Your reason (private): ${foreign(form.reason)}</p>
    <section>
      <h2>
        ${findings.length === 0 ? 'No finding in the edited sheet' : 'Findings in the edited sheet'}
      </h2>
      ${findingLines(findings)}
      <p class="rule">
        ${isForTwo ? 'Two different reviewers must approve the edited sheet. You are the first; it waits for another one.' : `The edited sheet is published at once, with your id${findings.length === 0 ? '' : ' and these findings'}.`}
      </p>
    </section>
    <form method="post" action="/hold/${position}/edit" class="decide">
      ${hidden.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
      ${seenField(findings)}
      <button class="main" name="step" value="confirm">
        ${isForTwo ? 'Enter the edit' : 'Publish the edited sheet'}
      </button>
      <button name="step" value="change">Change it</button>
    </form>`
  return page({ title: `Confirm the edit of ${name}`, reviewer, main })
}
