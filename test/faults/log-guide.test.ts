import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { storedEntries } from '../support/book-entries.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/log.md', import.meta.url), 'utf8')

/** The code blocks of the guide in a language. */
function blocks(language: string): readonly string[] {
  const fences = guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))
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
  const [get = '', verify = ''] = blocks('sh')
  const bash = (script: string) =>
    run('bash', ['-c', script.replaceAll('https://rates.example', `http://127.0.0.1:${port}`)], {
      cwd,
    })
  writeFileSync(join(cwd, 'verify_log.py'), blocks('python').join(''))
  for (const length of [70, 80]) {
    market = marketOf(entries.slice(0, length))
    assert.match((await bash(get)).stderr, /404/)
    const digest = storedEntries(entries)[length - 1]?.digest
    assert.equal((await bash(verify)).stdout, `${length} entries, digest ${digest}\n`)
    assert.match(readFileSync(join(cwd, 'checkpoint'), 'utf8'), new RegExp(`^.*\n${length}\n`))
  }
  const page = join(cwd, 'log/0')
  const log = readFileSync(page, 'utf8')
  const alterations = [
    [log.replace('"rate":"', '"rate":"1'), /The body of entry \d+ does not match its digest/],
    [log.replace('"at":"2', '"at":"3'), /Entry 1 does not match its digest/],
    [log.replace(/^.*\n/, ''), /Line 1 has another position/],
    [log.replace('}\n', '} \n'), /Line 1 does not have the form/],
    [log.replace('}\n', '}\r\n'), /Line 1 does not have the form/],
    [log.replace('"body"', '"b\\u006fdy"'), /Line 1 does not have the form/],
    [log.replace(',"body"', ', "body"'), /Line 1 does not have the form/],
    [log.replace('{"position":1,', '{"position":1,"position":1,'), /Line 1 does not have the form/],
    [log.slice(0, -1), /Line 80 does not have the form/],
    [log.replace(/,"body":.*/, '}'), /Entry 1 must have a body if/],
    [log.replace(/\}\n$/, ',"body":{}}\n'), /Entry 80 must have a body if/],
  ] as const
  for (const [altered, message] of alterations) {
    writeFileSync(page, altered)
    await assert.rejects(bash(verify), message)
  }
})
