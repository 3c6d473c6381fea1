import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantText, type Instant } from '../../domain/instant.ts'
import { writtenPages } from '../../practice/generate.ts'
import type { PracticeBank } from '../../practice/practice-bank.ts'
import { earlierSheet, recordOf } from '../../practice/practice-plan.ts'

/** Writes `practice/<institution>.yaml` for each institution into a folder of sources, and the records as `institutions.json`. */
export function writePracticeSources({ institutions }: PracticeBank, folder: string): void {
  mkdirSync(join(folder, 'practice'), { recursive: true })
  for (const { layout, source } of institutions)
    writeFileSync(join(folder, 'practice', `${layout.institutionId}.yaml`), source)
  writeJson(join(folder, 'institutions.json'), institutions.map(recordOf))
}

/** The files that a person made before the first day. */
export type EarlierFiles = {
  /** The rate sheets that were typed. */
  readonly sheets: readonly string[]
  /** The page of each institution as it was then, by id. */
  readonly pages: ReadonlyMap<string, string>
}

/** Writes the earlier pages and typed sheets into a folder. */
export function writeEarlierFiles(
  { institutions }: PracticeBank,
  folder: string,
  scrapedAt: Instant,
): EarlierFiles {
  mkdirSync(folder, { recursive: true })
  const sheets = institutions.flatMap((institution) => {
    if (institution.isTyped !== true) return []
    const file = join(folder, `${institution.layout.institutionId}.json`)
    writeJson(file, earlierSheet(institution, institution.url, instantText(scrapedAt)))
    return [file]
  })
  const pages = new Map(
    institutions.map(({ layout }) => {
      const { institutionId, format } = layout
      const file = join(folder, `${institutionId}-page.${format}`)
      for (const { body } of writtenPages(layout).slice(0, 1)) writeFileSync(file, body)
      return [institutionId, file]
    }),
  )
  return { sheets, pages }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`)
}
