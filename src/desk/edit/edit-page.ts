import type { Reviewer } from '../../domain/entry.ts'
import { tierKeyOf } from '../../domain/offer.ts'
import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import { textLimit } from '../../book/publish/input/problem.ts'
import { figureChoices, type EditForm, type FigureChoice } from './edit-form.ts'
import type { BookedHold } from '../queue/waiting-holds.ts'
import { html, type Html } from '../html.ts'
import { foreign, tierWords } from '../text.ts'
import { capturedPanel, type CapturedPanel } from '../captured/captured-panel.ts'
import { problemMessage } from '../messages.ts'
import { page } from '../page.ts'

/** What the page of an edit shows. */
export type EditPageOptions = BookedHold & {
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
          <label for="reason">Why do you change them? (private)</label>
          <input
            id="reason"
            name="reason"
            required
            maxlength="${textLimit}"
            autocomplete="off"
            value="${form.reason}"
          />
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
