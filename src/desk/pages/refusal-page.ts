import type { Reviewer } from '../../domain/reviewer.ts'
import { html } from '../html.ts'
import { foreign } from '../text.ts'
import { page } from './page.ts'

/** The page of a request that shows or enters nothing: why, and a way on. */
export function refusalPage(
  title: string,
  sentence: string,
  { reviewer, way = '/' }: { readonly reviewer?: Reviewer | undefined; readonly way?: string },
): string {
  const main = html`<h1 tabindex="-1" data-focus>${title}</h1>
    <p class="deck">${foreign(sentence)}</p>
    <p><a href="${way}">${way === '/' ? 'To the queue' : 'To the sheet'}</a></p>`
  return page({ title, ...(reviewer && { reviewer }), main })
}
