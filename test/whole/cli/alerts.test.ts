import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { AlertState } from '../../../src/share/alerts/deliver-alerts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import type { AlertBody } from '../../share/alerts/play.ts'
import { startReceiver } from '../../share/webhooks/receiver.ts'
import { testSecret } from '../../share/webhooks/webhook-process.ts'
import { run, runAlone, start, until } from '../../support/cli.ts'
import { makeCollectedBook } from '../../support/collected-book.ts'

/** How many alerts the receiver knows as raised, once no message is under way. */
function knownTo(statePath: string): number | undefined {
  const state = JSON.parse(readFileSync(statePath, 'utf8')) as AlertState
  return state.posting === undefined ? state.raised.length : undefined
}

const raised = ['hold-waits beta', 'unverified hand', 'collector-stopped null']

test('alerts and sources print what is raised and end with 77; --json has the fields of a webhook and the detail', async (t) => {
  const cwd = dirname(await makeCollectedBook(temporaryDirectory(t)))
  const listed = await run(['alerts'], { cwd })
  assert.equal(listed.code, 77)
  assert.match(listed.stderr, /^There is no folder sources, .*\n$/)
  assert.match(
    listed.stdout,
    /^alert +institution +since +what is wrong\nhold-waits +beta +2026-06-04T03:50:00Z +Rates of The beta wait/,
  )
  assert.match(listed.stdout, /\n\nbeta, hold-waits: Decide about them: ratebook review show 9\n/)
  const sources = await run(['sources'], { cwd })
  assert.equal(sources.code, 77)
  assert.ok(sources.stdout.endsWith(`\n\n${listed.stdout}`), sources.stdout)
  const { stdout } = await run(['alerts', '--json'], { cwd })
  const rows = JSON.parse(stdout) as readonly (AlertBody & { readonly detail: string | null })[]
  assert.deepEqual(
    rows.map(({ kind, institution_id: id }) => `${kind} ${id}`),
    raised,
  )
  for (const row of rows)
    assert.deepEqual(Object.keys(row), [
      'kind',
      'institution_id',
      'since',
      'sentence',
      'what_to_do',
      'detail',
    ])
  const ofOne = await run(['sources', '--institution-id', 'alpha'], { cwd })
  assert.deepEqual([ofOne.code, ofOne.stdout.split('\n').length], [0, 3], ofOne.stdout)
})

test('--once and --follow post each change of state once, over restarts; --follow serves metrics', async (t) => {
  const book = await makeCollectedBook(temporaryDirectory(t))
  const cwd = dirname(book)
  const receiver = await startReceiver(t)
  const statePath = join(cwd, 'state')
  const env = { RATEBOOK_WEBHOOK_SECRET: testSecret }
  const hook = ['--webhook', receiver.url, '--state', statePath, '--allow-address', '127.0.0.1']
  const story = (): readonly string[] =>
    receiver.received.map(({ body }) => {
      const { kind, state, institution_id: id } = JSON.parse(body) as AlertBody
      return `${kind} ${id} ${state}`
    })
  const first = await run(['alerts', '--once', ...hook], { cwd, env })
  assert.equal(first.code, 0, first.stderr)
  const expected = raised.map((one) => `${one} raised`)
  assert.deepEqual(story(), expected)
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const child = start(['alerts', '--follow', '--metrics-port', '0', ...hook], { cwd, env })
    t.after(() => child.kill('SIGKILL'))
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
    assert.ok(await until(() => log.includes('Alerts are posted')), log)
    const address = /Metrics at (http:\S+\/metrics)/.exec(log)?.[1] ?? ''
    const metrics = await (await fetch(address)).text()
    assert.match(metrics, /^ratebook_alert\{kind="collector-stopped",institution=""\} 1$/m)
    if (signal === 'SIGKILL') {
      const second = await run(['alerts', '--once', ...hook], { cwd, env })
      assert.deepEqual(
        [second.code, /Another process uses the state file/.test(second.stderr)],
        [78, true],
      )
      assert.match(metrics, /^ratebook_alert\{kind="unverified",institution="hand"\} 1$/m)
      // The process that follows has the clock of this machine, so this command needs it too.
      const verified = await runAlone(['verify', 'hand', '--clock-is-right'], { cwd })
      assert.equal(verified.code, 0, verified.stderr)
      expected.push('unverified hand over')
      // Killed before the acceptance is stored, the command would post the message again.
      assert.ok(await until(() => knownTo(statePath) === 2), log)
    }
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    if (signal === 'SIGTERM') assert.equal(child.exitCode, 0, log)
    assert.deepEqual(story(), expected)
  }
})

test('wrong settings of a webhook: exit code 78, and a usage error: 64', async (t) => {
  const cwd = dirname(await makeCollectedBook(temporaryDirectory(t)))
  const args = ['alerts', '--once', '--webhook', 'https://receiver.example/', '--state', 'state']
  const unsigned = await run(args, { cwd })
  assert.deepEqual([unsigned.code, unsigned.stdout], [78, ''])
  assert.match(unsigned.stderr, /^The webhook has no secret/)
  const misused = await run(['alerts', '--once'], { cwd })
  assert.deepEqual([misused.code, misused.stderr], [64, '--once needs --webhook.\n'])
})
