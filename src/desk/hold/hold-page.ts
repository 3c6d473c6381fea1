import type { Hold } from '../../book/market/holds.ts'
import { textLimit } from '../../book/publish/input/problem.ts'
import { reviewersNeeded, type HeldFigure } from '../../book/publish/review/held-figures.ts'
import type { Deciding, Decision, Holding, Reviewer } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { counted } from '../../domain/text.ts'
import { capturedPanel, type CapturedPanel } from '../captured/captured-panel.ts'
import { foreign, hoursSince, html, textField, timeOf, type Html } from '../html.ts'
import { page } from '../page.ts'
import { closedBecause, type BookedHold } from './held-sheets.ts'
import { figuresTable, findingsList } from './hold-figures.ts'

/** What the page of one held sheet shows. */
type HoldPageOptions = BookedHold & {
  readonly reviewer: Reviewer
  readonly now: Instant
  readonly figures: readonly HeldFigure[]
  readonly chosen: number
  readonly addressOf: (figure: number) => string
  readonly panel: CapturedPanel
  readonly previous: number | undefined
  readonly next: number | undefined
  /** The position of the institution's open hold, if it is another one. */
  readonly successor: number | undefined
  readonly message?: Html | undefined
  /** A note that was typed and could not be used yet. */
  readonly typed?: { readonly decision: Decision; readonly note: string } | undefined
}

const keys = [
  { key: 'j', does: 'next sheet' },
  { key: 'k', does: 'previous sheet' },
  { key: 'a', does: 'approve' },
  { key: 'e', does: 'edit' },
  { key: 'r', does: 'reject: type why, then Enter' },
  { key: '?', does: 'this list' },
]

/** The page of one held sheet: the captured page on the left, the figures on the right. */
export function holdPage(options: HoldPageOptions): string {
  const { book, hold, reviewer, now, message, panel, previous, next } = options
  const { entry } = hold
  const { name, id } = book.institution
  const main = html`${message}
    <div class="title">
      <div>
        <p class="kicker">
          ${stateText(hold)}, held ${counted(hoursSince(entry, now), 'hour')} ago at position
          ${entry.position}
        </p>
        <h1 tabindex="-1" data-focus>${foreign(name)}</h1>
      </div>
      <nav aria-label="Held sheets" class="steps">
        ${previous !== undefined && html`<a class="button" href="/hold/${previous}" data-key="k">Previous <kbd>k</kbd></a>`}
        ${next !== undefined && html`<a class="button" href="/hold/${next}" data-key="j">Next <kbd>j</kbd></a>`}
      </nav>
    </div>
    <div class="sheet">
      <section class="left" aria-label="The captured page">
        ${capturedPanel(panel)}${source(entry.origin?.source)}
      </section>
      <div class="right">
        <section>
          <h2>
            ${entry.findings.length === 0 ? 'Findings' : counted(entry.findings.length, 'finding')}
          </h2>
          ${findingsList({ ...options, entry })}
        </section>
        <section aria-label="Decision">${decisionForms(options)}</section>
        <section>
          <h2>Figures</h2>
          ${figuresTable({ ...options, entry })}
        </section>
        ${decisionsSoFar(hold)}
      </div>
    </div>`
  return page({ title: `${name} (${id})`, reviewer, keys, main })
}

function source(ref: { readonly file: string; readonly digest: string } | undefined): Html | false {
  if (ref === undefined) return false
  return html`<dl class="provenance">
    <dt>Source</dt>
    <dd>${foreign(ref.file)}<br /><code>${ref.digest}</code></dd>
  </dl>`
}

/** The buttons, and the rule about a second person in words; why there are none if the hold is closed. */
function decisionForms({ hold, reviewer, successor, typed }: HoldPageOptions): Html {
  const { position } = hold.entry
  const closed = closedBecause(hold, reviewer)
  if (closed !== undefined)
    return html`<div class="notice">
      <p>${closed}</p>
      ${successor !== undefined && html`<p><a href="/hold/${successor}">The sheet that waits now</a></p>`}
    </div>`
  const noteFor = (decision: Decision): string => (typed?.decision === decision ? typed.note : '')
  const isOwn = hold.decisions.some(({ by }) => by === reviewer.id)
  const approve = html`<form method="post" action="/hold/${position}/approve" class="decision">
    ${textField('Note (optional, private)', {
      id: 'approval-note',
      name: 'note',
      maxlength: textLimit,
      value: noteFor('approved'),
    })}
    <button class="main" data-key="a">Approve <kbd>a</kbd></button>
  </form>`
  return html`<p class="rule">${secondPerson(hold, isOwn)}</p>
    <div class="decide">
      ${!isOwn && approve}
      <a class="button" href="/hold/${position}/edit" data-key="e">Edit <kbd>e</kbd></a>
      <form method="post" action="/hold/${position}/reject" class="decision">
        ${textField('Why reject it? (private)', {
          id: 'note',
          required: true,
          maxlength: textLimit,
          'data-key': 'r',
          value: noteFor('rejected'),
        })}
        <button>Reject <kbd>r</kbd></button>
      </form>
    </div>`
}

function secondPerson(hold: Hold, isOwn: boolean): string {
  const needed = reviewersNeeded(hold)
  if (isOwn)
    return 'You have approved this sheet. Another reviewer must approve it too; you can still edit or reject it.'
  if (needed === 2)
    return 'Two different reviewers must approve this sheet. The first approval publishes nothing.'
  return hold.entry.reviewers === 2
    ? 'Another reviewer has approved this sheet. If you approve it too, it is published.'
    : 'One reviewer decides. An approval publishes the sheet at once.'
}

/** Who made the sheet, if a person did, and the decisions so far. */
function decisionsSoFar({ entry, decisions }: Hold): Html {
  const made = makerOf(entry)
  if (made === undefined && decisions.length === 0) return html``
  return html`<section>
    <h2>History</h2>
    <ul class="plain">
      ${made && html`<li>${made}</li>`}
      ${decisions.map((one) => html`<li>${decisionText(one)}</li>`)}
    </ul>
  </section>`
}

function makerOf({ by, editOf, reason, note, at }: Holding): Html | undefined {
  if (by === undefined) return undefined
  const why = [reason ?? [], note ?? []].flat().join('; ')
  const what =
    editOf === undefined
      ? html`Typed by ${by}`
      : html`Edited by ${by} from <a href="/hold/${editOf}">the sheet at position ${editOf}</a>`
  return html`${what}, ${timeOf(at)}: ${foreign(why)}`
}

function decisionText({ by, decision, note, at }: Deciding): Html {
  const word = decision === 'approved' ? 'Approved' : 'Rejected'
  return html`${word} by ${by}, ${timeOf(at)}${note !== undefined && html`: ${foreign(note)}`}`
}

/** The heading of a hold that is not open. */
function stateText({ entry, decisions, state }: Hold): string {
  if (state !== 'open') return state
  const approvals = decisions.filter(({ decision }) => decision === 'approved').length
  return approvals === 0
    ? `waits for ${counted(entry.reviewers, 'reviewer')}`
    : `approved by ${approvals} of ${counted(entry.reviewers, 'reviewer')}`
}
