import { htmlTexts } from './html/text-at.ts'
import { jsonTexts } from './json/text-at.ts'
import { pdfTexts } from './pdf/read-pdf.ts'
import type { PageBytes } from './reading.ts'
import type { ReadFailure } from './table.ts'
import { xlsxTexts } from './xlsx/read-xlsx.ts'

/** Finds the text at an address of a page; `undefined` if nothing stands there. */
export type TextAt = (address: string) => string | undefined

/** Opens a page to look up texts by their addresses. It needs no source definition. */
export async function textsOf(page: PageBytes): Promise<TextAt | ReadFailure> {
  switch (page.format) {
    case 'html':
      return htmlTexts(page)
    case 'json':
      return jsonTexts(page)
    case 'pdf':
      return textsIn(await pdfTexts(page))
    case 'xlsx':
      return textsIn(xlsxTexts(page))
    default:
      throw page.format satisfies never
  }
}

function textsIn(texts: ReadonlyMap<string, string> | ReadFailure): TextAt | ReadFailure {
  return 'failure' in texts ? texts : (address) => texts.get(address)
}
