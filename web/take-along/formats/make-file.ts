import { loadLate } from '../../api/late-code.ts'
import type { Messages } from '../../messages/messages.ts'
import { sourceFacts, type ExportTable } from '../export-table.ts'
import type { PartSource } from '../use-export-source.ts'
import { chartImage, pngOf, svgOf } from './chart-image.ts'
import { csvOf } from './csv.ts'

export type FileKind = 'csv' | 'excel' | 'svg' | 'png'

type FileOptions = {
  /** The element that holds the charts. */
  readonly part: Element
  readonly table: ExportTable
  /** See `Part`. */
  readonly chartNote: string
  readonly source: PartSource
  readonly messages: Messages
}

/** Makes a file of a chart or a table. */
export async function makeFile(
  kind: FileKind,
  { part, table, chartNote, source, messages }: FileOptions,
): Promise<{ readonly name: string; readonly content: Blob }> {
  const named = (extension: string, content: BlobPart, type: string) => ({
    name: `${source.fileName}.${extension}`,
    content: new Blob([content], { type }),
  })
  const image = () => {
    const lines = [chartNote, ...source.sourceLines].filter((line) => line !== '')
    return chartImage(part, source.title, lines)
  }
  switch (kind) {
    case 'csv': {
      // Columns stay with their rows when these are sorted or joined with those of another file.
      const facts = sourceFacts(source, messages)
      const values = facts.map(({ value }) => value)
      const rows = (await table.rows(source.at)).map((row) => [...row, ...values])
      return named('csv', csvOf([...table.columns, ...facts], rows), 'text/csv;charset=utf-8')
    }
    case 'excel': {
      // The library is larger than the whole page.
      const [{ workbookOf }, rows] = await Promise.all([
        loadLate(() => import('./workbook.ts')),
        table.rows(source.at),
      ])
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      return named('xlsx', workbookOf(table.columns, rows, source, messages), type)
    }
    case 'svg':
      return named('svg', await svgOf(image()), 'image/svg+xml')
    case 'png':
      return named('png', await pngOf(image()), 'image/png')
    default:
      throw kind satisfies never
  }
}
