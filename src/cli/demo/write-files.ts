import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantText, type Instant } from '../../domain/instant.ts'
import { institutionsFile, type DemoBank } from './bank.ts'

/** Writes `demo/<institution>.yaml` for each institution into a folder of sources, and the records as `institutions.json`. */
export function writeDemoSources({ institutions }: DemoBank, folder: string): void {
  mkdirSync(join(folder, 'demo'), { recursive: true })
  for (const { id, source } of institutions)
    writeFileSync(join(folder, 'demo', `${id}.yaml`), source)
  copyFileSync(institutionsFile, join(folder, 'institutions.json'))
}

/** The files that a person made before the first day. */
type EarlierFiles = {
  /** The rate sheets that were typed. */
  readonly sheets: readonly string[]
  /** The page of each institution as it was then, by id. */
  readonly pages: ReadonlyMap<string, string>
}

/** Writes the earlier pages and typed sheets into a folder. */
export function writeEarlierFiles(
  { institutions }: DemoBank,
  folder: string,
  scrapedAt: Instant,
): EarlierFiles {
  mkdirSync(folder, { recursive: true })
  const sheets: string[] = []
  const pages = new Map<string, string>()
  for (const { id, typedSheet, accepted } of institutions) {
    const page = join(folder, `${id}-page.${accepted.format}`)
    writeFileSync(page, accepted.body)
    pages.set(id, page)
    if (typedSheet === undefined) continue
    const sheet = { ...JSON.parse(typedSheet), scraped_at: instantText(scrapedAt) } as object
    const file = join(folder, `${id}.json`)
    writeFileSync(file, `${JSON.stringify(sheet, null, 1)}\n`)
    sheets.push(file)
  }
  return { sheets, pages }
}
