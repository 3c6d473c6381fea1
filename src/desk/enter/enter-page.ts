import { textLimit } from '../../book/publish/input/problem.ts'
import type { Reviewer } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import type { Institution } from '../../domain/institution.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { capturedPanel, type CapturedPanel } from '../captured/captured-panel.ts'
import { reasonField } from '../confirm-findings.ts'
import { foreign, html, textField, type Html } from '../html.ts'
import { page, problemMessage } from '../page.ts'
import { rowFieldNames, type TypedRow } from './typed-rows.ts'
import type { FieldProblems, TypedSheetForm } from './typed-sheet.ts'

/** What the page of a typed sheet shows. */
type EnterPageOptions = {
  readonly reviewer: Reviewer
  readonly institution: Institution
  readonly form: TypedSheetForm
  /** The captured pages of the last run; absent if nothing was captured. */
  readonly panel?: CapturedPanel | undefined
  /** Whether the run could not read the captured pages. */
  readonly isUnread: boolean
  readonly problems?: FieldProblems
  readonly findings?: readonly Finding[]
  readonly isForTwo?: boolean
}

const keys = [
  { key: 'n', does: 'add a row' },
  { key: '?', does: 'this list' },
]

/** The form in which a reviewer types a rate sheet. */
export function enterPage(options: EnterPageOptions): string {
  const { reviewer, institution, panel, findings = [] } = options
  const problems: FieldProblems = options.problems ?? new Map()
  const whole = ['', 'reason'].flatMap((name) => problems.get(name) ?? [])
  const count = [...problems.values()].flat().length
  const summary = count > whole.length ? ['Some fields have problems; see below.', ...whole] : whole
  const main = html`${summary.length > 0 && problemMessage(...summary)}
    <div class="title">
      <div>
        <p class="kicker">Enter rates by hand</p>
        <h1 tabindex="-1" data-focus>${foreign(institution.name)}</h1>
      </div>
    </div>
    <div class="${panel === undefined ? 'single' : 'sheet'}">
      ${panel && html`<section class="left" aria-label="The captured page">${capturedPanel(panel)}</section>`}
      <form
        class="right"
        method="post"
        action="${panel?.addressOf(panel.tab, panel.page) ?? `/enter?institution_id=${institution.id}`}"
        novalidate
      >
        ${defaultButton}
        ${findings.length > 0 && reasonField(findings, options.form.reason, options.isForTwo === true)}
        ${headFields(options, problems)} ${rowFieldset(options.form.rows, problems)}
        ${csvField(options.form.csv)}
        <p>
          <button class="main" name="step" value="enter">
            ${findings.length > 0 ? 'Enter it in spite of the findings' : 'Enter the sheet'}
          </button>
        </p>
      </form>
    </div>`
  return page({ title: `Enter ${institution.name}`, reviewer, current: '/enter', keys, main })
}

/** Enter in a field presses the first button of a form, which must not be the one that adds a row. */
const defaultButton = html`<button
  name="step"
  value="enter"
  class="visually-hidden"
  tabindex="-1"
  aria-hidden="true"
>
  Enter the sheet
</button>`

function headFields(
  { form, panel, isUnread, isForTwo }: EnterPageOptions,
  problems: FieldProblems,
): Html {
  const line = (name: string, label: string, value: string, size: number): Html =>
    html`<p class="field">
      ${textField(label, {
        id: name,
        value,
        size,
        ...(name === 'note' && { maxlength: textLimit }),
        ...(problems.has(name) && {
          'aria-invalid': 'true',
          'aria-describedby': `${name}-problem`,
        }),
      })}
      ${fieldProblem(name, problems)}
    </p>`
  const from = html`<p class="check">
    <input
      type="checkbox"
      id="from"
      name="from"
      value="yes"
      ${form.isFromCapture && html` checked`}
    />
    <label for="from"
      >I typed it from the captured page beside this form. The sheet cites it, and the desk looks
      for its rates and AERs there.
      ${
        isUnread &&
        html`No run could read this page: tick it only if you see the rates there. A receipt shows
        the page only if it is a PDF.`
      }</label
    >
  </p>`
  return html`<fieldset class="head">
    <legend>The sheet</legend>
    ${line('scraped_at', 'When you read the rates (UTC, such as 2026-01-31T09:30:00Z)', form.scrapedAt, 24)}
    ${line('currency', 'Currency', form.currency, 5)}
    ${line('source_url', 'Address of the page', form.sourceUrl, 44)}
    <p class="field">
      <label for="complete">What it lists</label>
      <select
        id="complete"
        name="complete"
        ${problems.has('complete') && html` aria-invalid="true" aria-describedby="complete-problem"`}
      >
        <option value="" ${form.complete === '' && html` selected`}>Choose</option>
        <option value="yes" ${form.complete === 'yes' && html` selected`}>
          All rates; others are withdrawn
        </option>
        <option value="no" ${form.complete === 'no' && html` selected`}>
          Some rates; others stay
        </option>
      </select>
      ${fieldProblem('complete', problems)}
    </p>
    ${line('note', isForTwo === true ? 'Note (optional, private)' : 'Note (optional, public)', form.note, 44)}
    ${panel && from}
  </fieldset>`
}

function rowFieldset(rows: readonly TypedRow[], problems: FieldProblems): Html {
  return html`<fieldset>
    <legend>Rates</legend>
    <div class="scroll">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Months</th>
            <th scope="col">Payout</th>
            <th scope="col">Rate %</th>
            <th scope="col">AER %</th>
            <th scope="col">Minimum</th>
            <th scope="col">
              <span aria-hidden="true">✕</span><span class="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody data-rows>
          ${rows.map((row, index) => rowOf(row, index, problems))}
        </tbody>
      </table>
    </div>
    <p>
      <button name="step" value="add" data-key="n">Add a row <kbd>n</kbd></button>
    </p>
    <p class="quiet small">
      Write a tenure in days as 100d, and a range with both bounds included as 12-24, 400d-500d or
      12m-729d. Tick ✕ in a row that the page does not list. Rows without months, rates and minimum
      are left out.
    </p>
  </fieldset>`
}

function rowOf(row: TypedRow, index: number, problems: FieldProblems): Html {
  const own = (name: string): string => `${name}-${index}`
  const marks = (name: string): Html | false =>
    problems.has(own(name)) && html` aria-invalid="true" aria-describedby="${own(name)}-problem"`
  const text = (name: 'tenure' | 'rate' | 'aer' | 'deposit', label: string, size: number): Html =>
    html`<td>
      <input
        name="${own(name)}"
        value="${row[name]}"
        size="${size}"
        inputmode="${name === 'tenure' ? 'text' : 'decimal'}"
        autocomplete="off"
        aria-label="${label}, row ${index + 1}"
        ${marks(name)}
      />
    </td>`
  const select = (name: 'variant' | 'payout', label: string, values: readonly string[]): Html =>
    html`<td>
      <select name="${own(name)}" aria-label="${label}, row ${index + 1}" ${marks(name)}>
        ${(values.includes(row[name]) ? values : [row[name], ...values]).map(
          (value) => html`<option${value === row[name] && html` selected`}>${value}</option>`,
        )}
      </select>
    </td>`
  // Below the fields, which are too narrow for sentences.
  const found = rowFieldNames.flatMap((name) => fieldProblem(own(name), problems) || [])
  return html`<tr>
      ${select('variant', 'Variant', variants)} ${text('tenure', 'Tenure', 8)}
      ${select('payout', 'Payout', payouts)} ${text('rate', 'Rate', 6)} ${text('aer', 'AER', 6)}
      ${text('deposit', 'Minimum deposit', 9)}
      <td>
        <input
          type="checkbox"
          name="${own('gone')}"
          value="yes"
          aria-label="Remove row ${index + 1}"
          ${row.isGone && html` checked`}
        />
      </td>
    </tr>
    ${
      found.length > 0 &&
      html`<tr data-problems>
        <td colspan="7">${found}</td>
      </tr>`
    }`
}

function csvField(csv: string): Html {
  return html`<details class="csv" ${csv !== '' && html` open`}>
    <summary>Paste CSV</summary>
    <p class="field">
      <label for="csv"
        >Lines with variant, months, payout, rate, AER and minimum deposit; or with column names in
        the first line</label
      >
      <textarea id="csv" name="csv" rows="6" spellcheck="false">${csv}</textarea>
    </p>
    <p><button name="step" value="csv">Replace the rows with it</button></p>
  </details>`
}

/** The sentences about a field, which its input names by `aria-describedby`. */
function fieldProblem(name: string, problems: FieldProblems): Html | false {
  const own = problems.get(name)
  if (own === undefined) return false
  return html`<small id="${name}-problem" class="field-error"
    >${own.map((one) => html`${foreign(one)} `)}</small
  >`
}
