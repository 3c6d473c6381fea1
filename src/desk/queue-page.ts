import type { InstitutionBook, Market } from '../book/market/market.ts'
import { lastRun, type Run } from '../book/market/runs.ts'
import { heldFigures, largestMove, reviewersNeeded } from '../book/publish/review/held-figures.ts'
import type { Reviewer } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { counted } from '../domain/text.ts'
import { waitingHolds, type BookedHold } from './hold/held-sheets.ts'
import { foreign, hoursSince, html, timeOf, type Html } from './html.ts'
import { page } from './page.ts'

/** What the queue shows. */
type QueueOptions = {
  readonly market: Market
  readonly reviewer: Reviewer
  readonly now: Instant
  readonly message?: Html | undefined
}

const keys = [
  { key: 'j', does: 'next line' },
  { key: 'k', does: 'previous line' },
  { key: 'Enter', does: 'open the line' },
  { key: '?', does: 'this list' },
]

/** The page of what waits for a person. */
export function queuePage({ market, reviewer, now, message }: QueueOptions): string {
  const waiting = waitingHolds(market)
  const failed = failedRuns(market, now)
  const main = html`${message}
    <h1 tabindex="-1" data-focus>${waitingText(waiting.length)}</h1>
    ${waiting.length === 0 ? emptyQueue : queueTable(waiting, reviewer, now)}
    ${failed.length > 0 && failedTable(failed)}`
  return page({ title: waitingText(waiting.length), reviewer, current: '/', keys, main })
}

const emptyQueue = html`<p class="deck">
  Nothing to decide. The collector adds a sheet here when the gate finds something in it that a
  person must look at.
</p>`

function waitingText(count: number): string {
  return count === 0
    ? 'No sheet waits'
    : `${counted(count, 'sheet')} ${count === 1 ? 'waits' : 'wait'} for a decision`
}

function queueTable(waiting: readonly BookedHold[], reviewer: Reviewer, now: Instant): Html {
  return html`<div class="scroll">
    <table class="queue">
      <thead>
        <tr>
          <th scope="col">Institution</th>
          <th scope="col" class="number">Age (hours)</th>
          <th scope="col" class="number">Findings</th>
          <th scope="col" class="number">Largest move (bp)</th>
          <th scope="col">Reviewers needed</th>
        </tr>
      </thead>
      <tbody>
        ${waiting.map((one) => queueRow(one, reviewer, now))}
      </tbody>
    </table>
  </div>`
}

function queueRow({ book, hold }: BookedHold, { id }: Reviewer, now: Instant): Html {
  const { entry } = hold
  const needed = reviewersNeeded(hold)
  const isOwn = hold.decisions.some(({ by }) => by === id)
  return html`<tr>
    <th scope="row">
      <a href="/hold/${entry.position}" data-row>${foreign(book.institution.name)}</a>
      ${entry.by !== undefined && html`<small>${entry.editOf === undefined ? 'typed' : 'edited'} by ${entry.by}</small>`}
    </th>
    <td class="number">${hoursSince(entry, now)}</td>
    <td class="number">${entry.findings.length}</td>
    <td class="number">${largestMove(heldFigures(book, entry)) ?? '–'}</td>
    <td>
      ${needed === 2 ? '2 different' : entry.reviewers === 2 ? '1 more' : '1'}${isOwn && html`<small>you approved it; another reviewer must</small>`}
    </td>
  </tr>`
}

type FailedRun = { readonly book: InstitutionBook; readonly run: Run }

/** The active institutions whose last run failed, unless somebody has entered a sheet since. */
function failedRuns({ institutions }: Market, now: Instant): readonly FailedRun[] {
  return [...institutions.values()].flatMap((book) => {
    const run = book.institution.active ? lastRun(book, now) : undefined
    if (run?.outcome !== 'failed') return []
    const isEntered = book.entries.some(
      ({ kind, position }) => kind === 'sheet-published' && position > run.position,
    )
    return isEntered ? [] : [{ book, run }]
  })
}

function failedTable(failed: readonly FailedRun[]): Html {
  return html`<section>
    <h2>Could not be read</h2>
    <p class="quiet">
      The last run failed, and nothing was published. Look at the page, mend the source, or enter
      the rates by hand.
    </p>
    <div class="scroll">
      <table class="queue">
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col">Why</th>
            <th scope="col">Last run</th>
            <th scope="col"><span class="visually-hidden">What to do</span></th>
          </tr>
        </thead>
        <tbody>
          ${failed.map(failedRow)}
        </tbody>
      </table>
    </div>
  </section>`
}

function failedRow({ book, run }: FailedRun): Html {
  const { id, name } = book.institution
  return html`<tr>
    <th scope="row">${foreign(name)}</th>
    <td>${foreign(run.message ?? '')}</td>
    <td class="date">${timeOf(run.at)}</td>
    <td>
      <a href="/enter?institution_id=${id}" data-row
        >Enter by hand<span class="visually-hidden">: ${name}</span></a
      >
    </td>
  </tr>`
}
