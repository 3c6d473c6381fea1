import type { Reviewer } from '../../domain/entry.ts'
import { html, type Html } from '../html.ts'
import { foreign } from '../text.ts'
import { page } from '../page.ts'

/** The page of a request that shows or enters nothing: why, and a way on. */
export function refusalPage(
  title: string,
  sentence: string,
  { reviewer, way = '/' }: { readonly reviewer?: Reviewer | undefined; readonly way?: string },
): string {
  const main = html`<h1 tabindex="-1" data-focus>${title}</h1>
    <p class="deck">${foreign(sentence)}</p>
    <p>${wayOn(way)}</p>`
  return page({ title, ...(reviewer && { reviewer }), main })
}

function wayOn(way: string): Html {
  // The refused form is lost unless this page stays open.
  if (way === '/sign-in') return html`<a href="${way}" target="_blank">Sign in in another tab</a>`
  return html`<a href="${way}">${way === '/' ? 'To the queue' : 'To the sheet'}</a>`
}
