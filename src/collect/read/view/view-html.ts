import { decodePage } from '../decode-page.ts'
import { textOfWords } from '../html/text-at.ts'
import type { PageBytes } from '../reading.ts'
import { viewJson } from './view-json.ts'
import { createViewWriter } from './view-writer.ts'
import { writeHtml } from './write-html.ts'

/** The page without everything that runs, loads or sends, by lists of what is kept. The cell at the address is lit. */
export function viewHtml(
  { body, charset }: Pick<PageBytes, 'body' | 'charset'>,
  address: string,
): string {
  const html = decodePage(body, charset)
  const writer = createViewWriter()
  const [, ...words] = address.split('#')
  const start = words.findIndex((word) => word === '' || /^(?:key=)?\//.test(word))
  const json = start === -1 ? undefined : textOfWords(html, words.slice(0, start))
  if (json !== undefined) {
    writer.markup('<p class="note">The figure stands in data inside the page:</p>')
    writer.markup(viewJson(json, words.slice(start)))
    writer.markup('<hr>')
  }
  writeHtml(html, json === undefined ? words[0] : undefined, writer)
  return writer.end()
}
