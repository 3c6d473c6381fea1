import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { launcher, sheetJson } from './book.ts'
import { termsOf } from './market.ts'
import { median, withTarget, type Section } from './page.ts'

/** Measures `ratebook publish` of one sheet, less the time that Node takes to start. */
export async function publish(bench: Bench): Promise<Section> {
  const book = join(bench.folder, 'publish.db')
  const file = join(bench.folder, 'sheet.json')
  copyFileSync(bench.book, book)
  const terms = termsOf(['3', '6', '9', '12', '15', '18', '24', '36', '48', '60'])
  const times: number[] = []
  // Sheet 0 adds terms that the institution did not have, and is not counted.
  for (let round = 0; round <= bench.rounds; round++) {
    const offers = terms.map((one) => ({ ...one, rate: `${10 + round}.25` }))
    const at = new Date(Date.UTC(2026, 0, 1 + round)).toISOString()
    writeFileSync(file, sheetJson('institution-1', at, offers))
    const publishing = millisecondsOf(launcher, 'publish', file, '--database', book)
    const starting = millisecondsOf('-e', '0')
    if (round > 0) times.push(publishing - starting)
  }
  const sentence = `\`ratebook publish\` of a sheet of 100 offers, all of which change, into a book of ${bench.changes} changes, less \`node -e 0\`.`
  const rows = [['publish, ms', withTarget(median(times), '≤', 150)]]
  return { title: 'Publish', sentence, columns: ['what', 'measured'], rows }
}

function millisecondsOf(...args: readonly string[]): number {
  const startedAt = performance.now()
  execFileSync('taskset', ['-c', '0', process.execPath, ...args], { stdio: 'ignore' })
  return performance.now() - startedAt
}
