import type { Finding } from '../../domain/gate-limits.ts'
import { tierKeyOf } from '../../domain/offer.ts'
import type { Reviewer } from '../../domain/entry.ts'
import type { EditForm } from './edit-form.ts'
import type { BookedHold } from '../queue/waiting-holds.ts'
import { html } from '../html.ts'
import { foreign, tierWords } from '../text.ts'
import { findingLines } from '../findings.ts'
import { page } from '../page.ts'

/** What the confirmation of an edit shows. */
export type ConfirmOptions = BookedHold & {
  readonly reviewer: Reviewer
  readonly form: EditForm
  /** The fields of the form, to be sent again. */
  readonly fields: URLSearchParams
  readonly findings: readonly Finding[]
  readonly findingsDigest: string
  readonly isForTwo: boolean
}

/** The findings that remain after an edit, and the button that publishes it. */
export function confirmPage(options: ConfirmOptions): string {
  const { book, hold, reviewer, form, fields, findings, findingsDigest, isForTwo } = options
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
      <input type="hidden" name="seen" value="${findingsDigest}" />
      <button class="main" name="step" value="confirm">
        ${isForTwo ? 'Enter the edit' : 'Publish the edited sheet'}
      </button>
      <button name="step" value="change">Change it</button>
    </form>`
  return page({ title: `Confirm the edit of ${name}`, reviewer, main })
}
