import { causes } from '../../domain/change.ts'
import type { Publishing, Reviewer } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { instantText } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import { valueOf, type CorrectableFigure, type CorrectForm } from './correct-form.ts'
import { textLimit } from '../../book/publish/input/problem.ts'
import { html, type Html } from '../html.ts'
import { counted } from '../../domain/text.ts'
import { foreign, tierWords } from '../text.ts'
import { reasonField } from '../findings.ts'
import { problemMessage } from '../messages.ts'
import { page } from '../page.ts'

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
      <label for="rate">Right rate, in percent</label>
      <input
        id="rate"
        name="rate"
        size="7"
        inputmode="decimal"
        autocomplete="off"
        value="${rate}"
      />
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
      <label for="note">Note (public)</label>
      <input
        id="note"
        name="note"
        size="44"
        maxlength="${textLimit}"
        autocomplete="off"
        value="${note}"
      />
    </p>
  </fieldset>`
}
