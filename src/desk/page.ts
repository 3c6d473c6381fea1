import type { Market } from '../book/market/market.ts'
import type { Correction } from '../domain/change.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Entry, Reviewer } from '../domain/entry.ts'
import { counted } from '../domain/text.ts'
import { foreign, html, tierWords, type Html, type HtmlValue } from './html.ts'

/** What a page of the desk shows. */
type PageOptions = {
  readonly title: string
  /** The reviewer who is signed in; absent on the pages for signing in. */
  readonly reviewer?: Reviewer
  /** The path of the current view, for the navigation. */
  readonly current?: string
  /** The keys of the page, for the list that `?` opens. */
  readonly keys?: readonly Key[]
  readonly main: Html
}

/** A key and what it does. */
type Key = { readonly key: string; readonly does: string }

const views = [
  { path: '/', name: 'Queue' },
  { path: '/enter', name: 'Enter by hand' },
  { path: '/correct', name: 'Correct' },
] as const

/** A whole page of the desk. */
export function page({ title, reviewer, current, keys = [], main }: PageOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <title>${title} – Ratebook desk</title>
        <link rel="stylesheet" href="/assets/desk.css" />
        <link rel="icon" href="/assets/icon.svg" />
        <script src="/assets/desk.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="masthead">
          <div class="name">
            <a class="wordmark" href="/">Ratebook <span>review desk</span></a>
            ${reviewer && signedIn(reviewer)}
          </div>
          ${reviewer && navigation(current)}
        </header>
        <main id="main" tabindex="-1">${main}</main>
        ${keys.length > 0 && keyList(keys)}
      </body>
    </html> `.html
}

function signedIn({ name, id }: Reviewer): Html {
  return html`<form class="signed-in" method="post" action="/sign-out">
    ${name} <span class="quiet">${id}</span> <button>Sign out</button>
  </form>`
}

function navigation(current: string | undefined): Html {
  const links = views.map(
    ({ path, name }) =>
      html`<a href="${path}" ${path === current && html` aria-current="page"`}>${name}</a>`,
  )
  return html`<nav aria-label="Views">${links}</nav>`
}

function keyList(keys: readonly Key[]): Html {
  const rows = keys.map(
    ({ key, does }): HtmlValue =>
      html`<dt><kbd>${key}</kbd></dt>
        <dd>${does}</dd>`,
  )
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl>${rows}</dl>
    <p class="quiet">Keys do nothing while a field has the focus.</p>
    <form method="dialog"><button>Close</button></form>
  </dialog>`
}

/** Says what a reviewer has just entered at a position. Nothing is said about entries of others, so no link can make up a message. */
export function messageAfter(
  market: Market,
  position: number | undefined,
  { id }: Reviewer,
): Html | undefined {
  const entry = position === undefined ? undefined : market.entries[position - 1]
  if (entry === undefined || !('by' in entry) || entry.by !== id) return undefined
  const text = entered(entry, market.entries[entry.position])
  if (text === undefined) return undefined
  const name = market.institutions.get(entry.institutionId)?.institution.name ?? ''
  return html`<p class="message" role="status">${foreign(name)}: ${text}</p>`
}

function entered(entry: Entry, following: Entry | undefined): string | undefined {
  if (entry.kind === 'sheet-published')
    return `the sheet that you entered is published at position ${entry.position}.`
  if (entry.kind === 'rate-corrected') {
    const { of, isRetraction } = entry.correction
    return isRetraction ? `you retracted the sheet at position ${of}.` : corrected(entry.correction)
  }
  if (entry.kind !== 'sheet-decided') return undefined
  if (entry.decision === 'rejected')
    return `you rejected the sheet at position ${entry.hold}. The old figures stay.`
  const isPublished = following?.kind === 'sheet-published' && following.hold === entry.hold
  return isPublished
    ? `you approved the sheet at position ${entry.hold}. It is published at position ${following.position}.`
    : `you approved the sheet at position ${entry.hold}. It waits for another reviewer.`
}

function corrected({ of, figures: [first, ...later] }: Correction): string | undefined {
  if (first === undefined) return undefined
  const rate = (one: Decimal | undefined): string => (one === undefined ? 'no offer' : `${one} %`)
  const repeating =
    later.length === 0
      ? ''
      : ` and in ${counted(later.length, 'later sheet')} that ${later.length === 1 ? 'repeats' : 'repeat'} it`
  return `you corrected ${tierWords(first)}: ${rate(first.now)} instead of ${rate(first.was)}, in the sheet at position ${of}${repeating}.`
}

/** A sentence about why something was not entered. */
export function problemMessage(...sentences: readonly string[]): Html {
  return html`<div class="problem" role="alert">
    ${sentences.map((one) => html`<p>${foreign(one)}</p>`)}
  </div>`
}
