import type { Deciding, Decision, Holding, Reviewer } from '../../domain/entry.ts'
import type { Hold } from '../../book/market/holds.ts'
import { decisionProblem } from '../../book/publish/review/decide-on-hold.ts'
import { reviewersNeeded } from '../../book/publish/review/held-figures.ts'
import { textLimit } from '../../book/publish/input/problem.ts'
import { html, type Html } from '../html.ts'
import { counted } from '../../domain/text.ts'
import { foreign, timeOf } from '../text.ts'

/** A hold, who looks at it, and the hold that is open in its place. */
export type DecisionOptions = {
  readonly hold: Hold
  readonly reviewer: Reviewer
  /** The position of the institution's open hold, if it is another one. */
  readonly successor?: number | undefined
  /** A note that was typed and could not be used yet. */
  readonly typed?: { readonly decision: Decision; readonly note: string } | undefined
}

/** Why a reviewer cannot decide about a hold, as a sentence. */
export function closedBecause({ hold, reviewer }: DecisionOptions): string | undefined {
  const reviewers = new Map([[reviewer.id, reviewer]])
  const request = { by: reviewer.id, hold: hold.entry.position }
  return decisionProblem({ reviewers }, hold, request, (id) => (id === reviewer.id ? 'you' : id))
}

/** The buttons, and the rule about a second person in words; why there are none if the hold is closed. */
export function decisionForms(options: DecisionOptions): Html {
  const { hold, reviewer, successor, typed } = options
  const { position } = hold.entry
  const closed = closedBecause(options)
  if (closed !== undefined)
    return html`<div class="notice">
      <p>${closed}</p>
      ${successor !== undefined && html`<p><a href="/hold/${successor}">The sheet that waits now</a></p>`}
    </div>`
  const noteFor = (decision: Decision): string => (typed?.decision === decision ? typed.note : '')
  const isOwn = hold.decisions.some(({ by }) => by === reviewer.id)
  const approve = html`<form method="post" action="/hold/${position}/approve" class="decision">
    <label for="approval-note">Note (optional, private)</label>
    <input
      id="approval-note"
      name="note"
      autocomplete="off"
      maxlength="${textLimit}"
      value="${noteFor('approved')}"
    />
    <button class="main" data-key="a">Approve <kbd>a</kbd></button>
  </form>`
  return html`<p class="rule">${secondPerson(hold, isOwn)}</p>
    <div class="decide">
      ${!isOwn && approve}
      <a class="button" href="/hold/${position}/edit" data-key="e">Edit <kbd>e</kbd></a>
      <form method="post" action="/hold/${position}/reject" class="decision">
        <label for="note">Why reject it? (private)</label>
        <input
          id="note"
          name="note"
          required
          autocomplete="off"
          maxlength="${textLimit}"
          data-key="r"
          value="${noteFor('rejected')}"
        />
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
export function decisionsSoFar({ entry, decisions }: Hold): Html {
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
export function stateText({ entry, decisions, state }: Hold): string {
  if (state !== 'open') return state
  const approvals = decisions.filter(({ decision }) => decision === 'approved').length
  return approvals === 0
    ? `waits for ${counted(entry.reviewers, 'reviewer')}`
    : `approved by ${approvals} of ${counted(entry.reviewers, 'reviewer')}`
}
