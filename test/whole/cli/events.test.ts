import assert from 'node:assert/strict'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { suite, test } from 'node:test'
import { run, start, until } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)

suite('ratebook events', { concurrency: 2 }, () => {
  test('a table has a row for each event, in the order of the book', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const { code, stdout, stderr } = await run(['events', '--after', '2'], { cwd })
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `event  at                    kind     institution  variant  months  payout    minimum   from     to  remarks
p3-0   2026-06-01T06:00:00Z  sheet    alpha-bank   –          –     –            –     –      –      –
p3-1   2026-06-01T06:00:00Z  initial  alpha-bank   general    6.00  maturity     0.00  7.000  7.000  –
p3-2   2026-06-01T06:00:00Z  initial  alpha-bank   general   12.00  maturity     0.00  8.000  8.000  –
`,
    )
  })

  test('the options are those of the endpoint, and wrong values are all named', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const filters = ['--kind', 'institution', '--institution-id', 'beta-finance', '--limit', '1']
    const { stdout } = await run(['events', '--json', ...filters], { cwd })
    const events = JSON.parse(stdout) as readonly { readonly id: string }[]
    assert.deepEqual(
      events.map(({ id }) => id),
      ['p2-0'],
    )
    for (const more of [[], ['--follow']]) {
      const wrong = await run(['events', '--after', 'x', '--kind', 'sheets', ...more], { cwd })
      assert.deepEqual([wrong.code, wrong.stdout], [64, ''])
      assert.match(wrong.stderr, /after must be[^]*kind must be/)
    }
  })

  test('--after beyond the end of the book: exit code 64 and a sentence', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    for (const more of [[], ['--json'], ['--follow']]) {
      const { code, stdout, stderr } = await run(['events', '--after', '4', ...more], { cwd })
      assert.deepEqual([code, stdout], [64, ''])
      assert.match(stderr, /^--after 4 is after the end of the book, which is position 3\.\n$/)
    }
  })

  for (const json of [true, false]) {
    test(`--follow prints a line for each event as the book grows${json ? ', as JSON' : ''}`, async (t) => {
      const book = copyOf(t, small())
      const child = start(['events', '--follow', '--database', book, ...(json ? ['--json'] : [])])
      t.after(() => child.kill('SIGKILL'))
      let output = ''
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
      const lines = (): readonly string[] => output.split('\n').slice(0, -1)
      assert.ok(await until(() => lines().length === 5))
      assert.equal(
        (await run(['check', 'alpha-bank', '--clock-is-right', '--database', book])).code,
        0,
      )
      assert.ok(await until(() => lines().length === 6))
      if (json) {
        const { stdout } = await run(['events', '--json', '--database', book])
        assert.equal(`[${lines().join(',')}]\n`, stdout)
      } else {
        assert.equal(lines()[2], 'p3-0  2026-06-01T06:00:00Z  sheet  alpha-bank')
        assert.match(
          lines()[4] ?? '',
          /^p3-2 {2}\S+ {2}initial {2}alpha-bank {2}general {2}12\.00 /,
        )
        assert.match(lines()[5] ?? '', /^p4-0 {2}\S+ {2}checked {2}alpha-bank$/)
      }
      child.kill('SIGTERM')
      await once(child, 'exit')
      assert.equal(child.exitCode, 0)
    })
  }

  test('--follow ends when the reader of its output has gone', async (t) => {
    const book = copyOf(t, small())
    const child = start(['events', '--follow', '--database', book])
    t.after(() => child.kill('SIGKILL'))
    assert.ok(child.stdout !== null)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const checked = await run(['check', 'alpha-bank', '--clock-is-right', '--database', book])
    assert.equal(checked.code, 0, checked.stderr)
    assert.ok(await until(() => child.exitCode !== null))
    assert.equal(child.exitCode, 0)
  })
})
