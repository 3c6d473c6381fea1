import type { Reviewer } from '../domain/entry.ts'
import { html, type Html, type HtmlValue } from './html.ts'

/** What a page of the desk shows. */
export type PageOptions = {
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
export type Key = { readonly key: string; readonly does: string }

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
