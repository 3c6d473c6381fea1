import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launcher } from './book.ts'
import { marketSheets, offersPerSheet } from './market.ts'
import { median, table, withTarget } from './page.ts'
import type { Bench } from './server.ts'

/** Measures `ratebook publish` of one sheet, less the time that Node takes to start. */
export async function publish({ folder, book, changes, rounds }: Bench): Promise<string> {
  const copy = join(folder, 'publish.db')
  const file = join(folder, 'sheet.json')
  copyFileSync(book, copy)
  const published = changes / offersPerSheet
  const times: number[] = []
  for (const sheet of marketSheets(published + rounds).slice(published)) {
    writeFileSync(file, JSON.stringify(sheet))
    const publishing = millisecondsOf(launcher, 'publish', file, '--database', copy)
    times.push(publishing - millisecondsOf('-e', '0'))
  }
  const rows = [['publish, ms', withTarget(median(times), '≤', 150)]]
  return `\`ratebook publish\` of one sheet of ${offersPerSheet} changes, less \`node -e 0\`.

${table(['publish', 'measured'], rows)}`
}

function millisecondsOf(...args: readonly string[]): number {
  const startedAt = performance.now()
  execFileSync('taskset', ['-c', '0', process.execPath, ...args], { stdio: 'ignore' })
  return performance.now() - startedAt
}
