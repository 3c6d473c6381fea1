import type { Decision, Reviewer } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { HeldFigure } from '../../book/publish/review/held-figures.ts'
import type { BookedHold } from '../queue/waiting-holds.ts'
import { html, type Html } from '../html.ts'
import { counted } from '../../domain/text.ts'
import { foreign, hoursSince } from '../text.ts'
import { capturedPanel, type CapturedPanel } from '../captured/captured-panel.ts'
import { decisionForms, decisionsSoFar, stateText } from './hold-decision.ts'
import { figuresTable, findingsList } from './hold-figures.ts'
import { page } from '../page.ts'

/** What the page of one held sheet shows. */
export type HoldPageOptions = BookedHold & {
  readonly reviewer: Reviewer
  readonly now: Instant
  readonly figures: readonly HeldFigure[]
  readonly chosen: number
  readonly addressOf: (figure: number) => string
  readonly panel: CapturedPanel
  readonly previous: number | undefined
  readonly next: number | undefined
  readonly successor: number | undefined
  readonly message?: Html | undefined
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
