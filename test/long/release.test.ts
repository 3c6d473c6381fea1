import assert from 'node:assert/strict'
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { Unzip, UnzipInflate } from 'fflate'
import { makeBook } from '../../bench/market.ts'
import { querySql } from '../share/release/duckdb.ts'
import { sha256Of } from '../share/release/sha256-of.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { finished, run, runAlone, start } from '../support/cli.ts'
import { makeSampleBook, sharedBook } from '../support/sample-book.ts'

/** How many times the command is killed: 2 in `npm test`, more in `npm run test:faults`. */
const rounds = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 8) / 4)
const book = sharedBook(makeSampleBook)

/** Verifies SHA256SUMS, which has every other file of a release. */
function verify(folder: string): void {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  const names = lines.map((line) => line.slice(66))
  for (const [index, name] of names.entries())
    assert.equal(`${sha256Of(join(folder, name))}  ${name}`, lines[index])
  assert.deepEqual(readdirSync(folder).toSorted(), ['SHA256SUMS', ...names])
}

test(`release, killed ${rounds} times, leaves a whole release or none`, async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  const args = ['release', path, '--database', book()]
  const startedAt = performance.now()
  assert.equal((await runAlone(args)).code, 0)
  const whole = performance.now() - startedAt
  for (let round = 0; round < rounds; round++) {
    const child = start(args)
    const ending = finished(child)
    await sleep(whole * Math.random())
    child.kill('SIGKILL')
    await ending
    if (existsSync(path)) verify(path)
  }
  assert.equal((await run(args)).code, 0)
  verify(path)
  // The last run has removed what the killed ones left.
  assert.deepEqual(readdirSync(folder), ['release'])
})

/** The first changes are the first rates of 50 institutions with 100 offers each. */
const changes = 1_000_000

test(
  'a book with a million changes: each row is in each format, with the same values',
  { timeout: 3_600_000 },
  async (t) => {
    const folder = temporaryDirectory(t)
    const path = join(folder, 'release')
    const startedAt = performance.now()
    const database = makeBook(folder, changes)
    const madeAt = performance.now()
    const { code, stderr } = await runAlone(['release', path, '--database', database])
    assert.equal(code, 0, stderr)
    const seconds = [madeAt - startedAt, performance.now() - madeAt].map((time) => time / 1_000)
    t.diagnostic(`the book: ${seconds[0]?.toFixed()} s, the release: ${seconds[1]?.toFixed()} s`)
    verify(path)
    const parquet = `select * from '${path}/changes.parquet'`
    const columns = await querySql(`describe ${parquet}`)
    const types = columns.map(([name, type]) => `'${String(name)}': '${String(type)}'`).join(', ')
    const csv = `select * from read_csv('${path}/changes.csv', header = true, columns = {${types}})`
    for (const [one, other] of [
      [parquet, csv],
      [csv, parquet],
    ])
      assert.deepEqual(await querySql(`select count(*) from (${one} except all ${other})`), [['0']])
    assert.deepEqual(await querySql(`select count(*) from (${parquet})`), [[`${changes}`]])
    assert.equal(await rowsOfWorkbook(join(path, 'changes.xlsx')), changes + 1)
  },
)

/** Counts the rows of all sheets of a workbook, without holding them. */
async function rowsOfWorkbook(path: string): Promise<number> {
  let rows = 0
  const unzip = new Unzip((file) => {
    if (!file.name.startsWith('xl/worksheets/')) return
    const decoder = new TextDecoder()
    let rest = ''
    file.ondata = (error, bytes) => {
      if (error !== null) throw error
      const parts = (rest + decoder.decode(bytes, { stream: true })).split('<row ')
      rows += parts.length - 1
      rest = parts.at(-1)?.slice(-4) ?? ''
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const chunk of createReadStream(path)) unzip.push(chunk as Buffer)
  unzip.push(new Uint8Array(), true)
  return rows
}
