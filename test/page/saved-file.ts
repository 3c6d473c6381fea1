import { readFileSync } from 'node:fs'
import type { CellObject, WorkSheet } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { show } from './open-page.ts'

/** Opens a view, and what its reader can do with one of its parts. */
export async function openPart(page: Page, address: string, part: string) {
  await show(page, address)
  const choices = page.locator(`#part-${part} .take-along`)
  await choices.locator('summary').press('Enter')
  const save = async (kind: string): Promise<{ readonly name: string; readonly file: Buffer }> => {
    const saved = page.waitForEvent('download')
    // A list may grow while its end is scrolled into view, so a click could miss the button. A key does not.
    await choices.getByRole('button', { name: kind, exact: true }).press('Enter')
    const download = await saved
    return { name: download.suggestedFilename(), file: readFileSync(await download.path()) }
  }
  return { choices, save }
}

/** The rows of a saved CSV by the heads of its columns. */
export function rowsOfCsv(file: Buffer): readonly Readonly<Record<string, string>>[] {
  return parse(file.toString('utf8'), { bom: true, columns: true })
}

/** The cells of a sheet by row and column. */
export function cellsOf(sheet: WorkSheet = {}): readonly (readonly (CellObject | undefined)[])[] {
  const rows: CellObject[][] = []
  for (const [place, value] of Object.entries(sheet)) {
    const [, letter = '', row = ''] = /^([A-Z])(\d+)$/.exec(place) ?? []
    if (letter !== '')
      (rows[Number(row) - 1] ??= [])[letter.charCodeAt(0) - 65] = value as CellObject
  }
  return rows
}
