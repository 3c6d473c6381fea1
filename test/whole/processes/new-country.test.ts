import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clockEnvironment } from '../../support/clock-environment.ts'
import { finished, until } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { readGuide } from '../../support/guide.ts'
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
  const { before, serve, after } = readGuide(port)
  const made = await finished(bash(before))
  assert.deepEqual([made.code, made.stderr], [0, ''], made.stdout)
  assert.match(made.stdout, /alpha-bank\.csv: published at position 2, 3 initial/)
  const server = bash(serve)
  t.after(() => server.kill('SIGKILL'))
  assert.ok(
    await until(
      async () =>
        (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.ok === true,
    ),
  )
  const asked = await finished(bash(after))
  assert.deepEqual([asked.code, asked.stderr], [0, ''])
  const [offers = '', about = ''] = asked.stdout.split(/(?<=\])(?=\{)/)
  const [offer] = JSON.parse(offers) as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([offer?.['institution_id'], offer?.['rate_pa']], ['alpha-bank', '10.500'])
  const said = JSON.parse(about) as Readonly<Record<string, unknown>>
  assert.deepEqual([said['currency'], said['time_zone']], ['KES', 'Africa/Nairobi'])
})
