import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { storedEntries } from '../support/book-entries.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'
import { verifier } from './verifier.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/log.md', import.meta.url), 'utf8')

/** The commands of the guide. */
function blocks(): readonly string[] {
  const fences = guide.matchAll(/^```sh\n([^]*?)^```/gm)
  return Array.from(fences, ([, block = '']) => block)
}

test('the commands of docs/log.md get a log, verify it, get what is new, and find a changed entry', async (t) => {
  const reviewer = { id: 'ann', name: 'Ann' }
  const registered = { kind: 'reviewer-registered' as const, institutionId: '', reviewer }
  const now = at('2026-11-21T00:00:00Z')
  const entries = [...sampleEntries(), { ...registered, position: 80, at: now }]
  let market = marketOf(entries.slice(0, 70))
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => now,
  }
  const { port } = await serve(t, source)
  const cwd = temporaryDirectory(t)
  const [get = '', verify = ''] = blocks()
  const bash = (script: string) =>
    run('bash', ['-c', script.replaceAll('https://rates.example', `http://127.0.0.1:${port}`)], {
      cwd,
    })
  copyFileSync(verifier, join(cwd, 'verify_book.py'))
  for (const length of [70, 80]) {
    market = marketOf(entries.slice(0, length))
    assert.match((await bash(get)).stderr, /404/)
    const digest = storedEntries(entries)[length - 1]?.digest
    const { stdout } = await bash(verify.replace(/-\n$/, '- checkpoint'))
    assert.ok(stdout.startsWith(`${length} entries, digest ${digest} at position ${length}\n`))
    assert.match(stdout, new RegExp(`^checkpoint: the book contains position ${length};`, 'm'))
    assert.match(readFileSync(join(cwd, 'checkpoint'), 'utf8'), new RegExp(`^.*\n${length}\n`))
  }
  const page = join(cwd, 'log/0')
  const log = readFileSync(page, 'utf8')
  const alterations = [
    [log.replace('"rate":"', '"rate":"1'), /position \d+: the body does not match its digest/],
    [log.replace('"at":"2', '"at":"3'), /position 1: the digest is not that of the entry/],
    [log.replace(/^.*\n/, ''), /position 1: the next entry has position 2/],
    [log.replace('}\n', '} \n'), /position 1: the line does not have the form/],
    [log.replace('}\n', '}\r\n'), /position 1: the line does not have the form/],
    [log.replace('"body"', '"b\\u006fdy"'), /position 1: the line does not have the form/],
    [log.replace(',"body"', ', "body"'), /position 1: the line does not have the form/],
    [log.replace('{"position":1,', '{"position":1,"position":1,'), /1: the line does not have/],
    [log.slice(0, -1), /position 80: the line has no line feed/],
    [log.replace(/,"body":.*/, '}'), /position 1: an entry must have a body if/],
    [log.replace(/\}\n$/, ',"body":{}}\n'), /position 80: an entry must have a body if/],
    ['', /The log has no line/],
  ] as const
  for (const [altered, message] of alterations) {
    writeFileSync(page, altered)
    await assert.rejects(bash(verify), message)
  }
})
