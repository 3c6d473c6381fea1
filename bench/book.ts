import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { institutions, marketSheets, offersPerSheet } from './market.ts'
import { median, table, withTarget } from './page.ts'
import type { Bench } from './server.ts'

/** The launcher of the command line. */
export const launcher = join(import.meta.dirname, '..', 'bin', 'ratebook.js')

/** Makes a SQLite book of the market with the commands that operators use. */
export function makeBook(folder: string, changes: number): string {
  const book = join(folder, 'book.db')
  const sheets = join(folder, 'sheets')
  mkdirSync(sheets)
  writeFileSync(join(folder, 'institutions.json'), JSON.stringify(institutions))
  for (const sheet of marketSheets(changes / offersPerSheet)) {
    writeFileSync(join(sheets, `${sheet.scraped_at}.json`), JSON.stringify(sheet))
  }
  const registered = ['--at', '2015-12-31T00:00:00Z', '--database', book]
  runNode(launcher, 'register', join(folder, 'institutions.json'), ...registered)
  runNode(
    launcher,
    'publish',
    join(sheets, '*.json'),
    '--at-scraped',
    '--reason',
    'sample',
    '--database',
    book,
  )
  return book
}

/** Measures `ratebook publish` of one sheet, less the time that Node takes to start. */
export async function publish({ folder, book, changes, rounds }: Bench): Promise<string> {
  const copy = join(folder, 'publish.db')
  const file = join(folder, 'sheet.json')
  copyFileSync(book, copy)
  const published = changes / offersPerSheet
  const times = marketSheets(published + rounds)
    .slice(published)
    .map((sheet) => {
      writeFileSync(file, JSON.stringify(sheet))
      return (
        runNode(
          launcher,
          'publish',
          file,
          '--at-scraped',
          '--reason',
          'sample',
          '--database',
          copy,
        ) - runNode('-e', '0')
      )
    })
  const rows = [['publish, ms', withTarget(median(times), '≤', 150)]]
  return `\`ratebook publish\` of one sheet of ${offersPerSheet} changes, less \`node -e 0\`.

${table(['publish', 'measured'], rows)}`
}

/** Runs Node on core 0, and returns the milliseconds it took. */
export function runNode(...args: readonly string[]): number {
  const startedAt = performance.now()
  execFileSync('taskset', ['-c', '0', process.execPath, ...args], { stdio: 'ignore' })
  return performance.now() - startedAt
}
