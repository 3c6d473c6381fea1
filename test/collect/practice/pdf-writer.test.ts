import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { writePdf } from './pdf-writer.ts'

async function textsOf(bytes: Uint8Array): Promise<readonly unknown[][]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: unknown[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items.flatMap((item) =>
        'str' in item && item.str !== ''
          ? [[item.str, item.transform[4] as unknown, item.transform[5] as unknown]]
          : [],
      ),
    )
  }
  return pages
}

test('PDF.js finds each text where it was put, on its page', async () => {
  const bytes = writePdf([
    { texts: [{ x: 72.5, y: 640.2, text: 'Rates (new) \\ 9.50%' }] },
    { texts: [{ x: 50, y: 700, text: 'é' }] },
  ])
  const pages = await textsOf(bytes)
  assert.deepEqual(pages, [[['Rates (new) \\ 9.50%', 72.5, 640.2]], [['é', 50, 700]]])
})

test('a picture has no text', async () => {
  assert.deepEqual(await textsOf(writePdf([{ isPicture: true }])), [[]])
})
