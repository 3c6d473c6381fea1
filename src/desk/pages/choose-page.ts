import type { Market } from '../../market/market.ts'
import type { Reviewer } from '../../domain/entry.ts'
import { quoted } from '../../publish/input/problem.ts'
import { html } from '../html.ts'
import { problemMessage } from './messages.ts'
import { page } from '../page.ts'

/** The page on which a reviewer chooses an institution. */
export function choosePage(
  { institutions }: Market,
  reviewer: Reviewer,
  {
    path,
    title,
    unknown,
  }: { readonly path: string; readonly title: string; readonly unknown?: string | undefined },
): string {
  const options = [...institutions.values()].map(
    ({ institution: { id, name } }) => html`<option value="${id}">${name}</option>`,
  )
  const main = html`${unknown !== undefined && problemMessage(`No institution has the id ${quoted(unknown)}. Choose one.`)}
    <h1 tabindex="-1" data-focus>${title}</h1>
    <form action="${path}" class="decide choose">
      <p class="field">
        <label for="institution">Institution</label>
        <select id="institution" name="institution_id">
          ${options}
        </select>
      </p>
      <button class="main">Go on</button>
    </form>`
  return page({ title, reviewer, current: path, main })
}
