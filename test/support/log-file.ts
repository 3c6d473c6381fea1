import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryDirectory } from '../store/sqlite-books.ts'

/** An empty file for a log, which is closed with the test. */
export function fileOf(t: TestContext): { path: string; fd: number } {
  const path = join(temporaryDirectory(t), 'log')
  const fd = openSync(path, 'w')
  t.after(() => {
    closeSync(fd)
  })
  return { path, fd }
}

/** A line of a log; those of numbers with as many digits are equally long. */
export const line = (index: number) => `{"index":${index},"fill":"${'x'.repeat(150)}"}\n`

/** The numbers of some lines. */
export const indexes = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((one) => (JSON.parse(one) as { index: number }).index)
