import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clockEnvironment } from '../../support/clock-environment.ts'
import { freePort } from '../../support/free-port.ts'
import { followGuide, readGuide } from '../../support/guide.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const launcher = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))

test('docs/new-country.md leads from nothing to a served book, as written', async (t) => {
  const cwd = temporaryDirectory(t)
  mkdirSync(join(cwd, 'bin'))
  symlinkSync(launcher, join(cwd, 'bin/ratebook'))
  const port = await freePort()
  const PATH = `${join(cwd, 'bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const env = {
    ...clockEnvironment,
    PATH,
    HOME: cwd,
    RATEBOOK_PORT: `${port}`,
    RATEBOOK_DRAIN: '0',
  }
  const bash = (script: string) => spawn('bash', ['-c', script], { cwd, env })
  const { made, printed } = await followGuide(t, { port, bash }, readGuide(port))
  assert.match(made, /alpha-bank\.csv: published at position 2, 3 initial/)
  const [offers = '', about = ''] = printed.split(/(?<=\])(?=\{)/)
  const [offer] = JSON.parse(offers) as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([offer?.['institution_id'], offer?.['rate_pa']], ['alpha-bank', '10.500'])
  const said = JSON.parse(about) as Readonly<Record<string, unknown>>
  assert.deepEqual([said['currency'], said['time_zone']], ['KES', 'Africa/Nairobi'])
})
