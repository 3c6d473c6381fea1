import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { digestOf, run, startServer } from '../../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { correctedSampleEntries } from '../../support/sample-market.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const sample = sharedBook(makeSampleBook)
const corrected = sharedBook((folder) =>
  makeSampleBook(folder, 'ratebook.db', correctedSampleEntries()),
)
const small = sharedBook(makeSmallBook)

/** An instant in the middle of the sample book. */
const known = 'known_at=2026-06-09T00:00:00Z'
const questions: readonly [command: string, path: string, queries: readonly string[]][] = [
  [
    'offers',
    '/rates/current',
    [
      '',
      'institution_id=peoples-bank&variant=senior_citizen',
      'type=nbfi&tenure_months=12.0&payout_type=maturity',
      'institution_id=nobody',
      `type=bank&${known}`,
    ],
  ],
  ['compare', '/compare', ['tenure_months=12', `tenure_months=12&deposit=100000&${known}`]],
  [
    'history peoples-bank',
    '/rates/history/peoples-bank',
    ['', 'tenure_months=12&limit=2&offset=1&details=true', known],
  ],
  ['freshness', '/freshness', [known, `institution_id=peoples-bank&${known}`]],
  [
    'changes',
    '/rates/changes',
    [
      '',
      'since=2026-06-01&type=bank&direction=down&limit=5&offset=2',
      'institution_id=abans-finance&limit=1000',
      known,
    ],
  ],
  ['corrections', '/corrections', ['', 'type=bank&since=2026-07-20&limit=5', 'type=nbfi', known]],
  ['institutions', '/institutions', ['', 'type=bank', 'active_only=false', known]],
  ['events', '/events', ['', 'after=p20-1&limit=1000', 'kind=sheet&institution_id=peoples-bank']],
]

/** The arguments of a command that asks what a target of the API answers. */
function argumentsOf(command: string, query: string): readonly string[] {
  const options = [...new URLSearchParams(query)].flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    value,
  ])
  return [...command.split(' '), '--json', ...options]
}

test('--json prints the response body of a running server, byte for byte', async (t) => {
  const book = copyOf(t, corrected())
  const cwd = dirname(book)
  const server = await startServer(t, [], { cwd })
  for (const [command, path, queries] of questions) {
    for (const query of queries) {
      const response = await fetch(`${server.address}${path}?${query}`)
      const { code, stdout, stderr } = await run(argumentsOf(command, query), { cwd })
      assert.deepEqual([response.status, code, stderr], [200, 0, ''])
      assert.equal(stdout, `${await response.text()}\n`, `${command} ${query}`)
    }
  }
})

test('without --json, a command prints a table', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const offers = await run(['offers'], { cwd })
  assert.equal(
    offers.stdout,
    `institution  variant  months  payout     rate  minimum  read
alpha-bank   general    6.00  maturity  7.000     0.00  2026-06-01T00:00:00Z
alpha-bank   general   12.00  maturity  8.000     0.00  2026-06-01T00:00:00Z
`,
  )
  const institutions = await run(['institutions', '--type', 'nbfi'], { cwd })
  assert.equal(
    institutions.stdout,
    `id            name              type  active  licence                   rating
beta-finance  The beta-finance  nbfi  true    licensed_commercial_bank  –
`,
  )
  const history = await run(['history', 'alpha-bank'], { cwd })
  assert.equal(
    history.stdout,
    `published             read                  variant  months  payout    minimum   from     to  direction  warning
2026-06-01T06:00:00Z  2026-06-01T00:00:00Z  general   12.00  maturity     0.00  8.000  8.000  initial    –
2026-06-01T06:00:00Z  2026-06-01T00:00:00Z  general    6.00  maturity     0.00  7.000  7.000  initial    –
`,
  )
  const compare = await run(['compare', '--tenure-months', '12'], { cwd })
  assert.equal(
    compare.stdout,
    `institution  name            type  months  payout     rate
alpha-bank   The alpha-bank  bank   12.00  maturity  8.000
`,
  )
  const freshness = await run(['freshness', '--known-at', '2026-06-03T12:00:00Z'], { cwd })
  assert.equal(
    freshness.stdout,
    `institution  published             checked               oldest verified       days  limit  stale
alpha-bank   2026-06-01T06:00:00Z  2026-06-01T00:00:00Z  2026-06-01T00:00:00Z     2      7  false
`,
  )
  assert.deepEqual([offers.code, offers.stderr, institutions.code], [0, '', 0])
})

test('corrections and the events of a correction are tables', async (t) => {
  const cwd = dirname(copyOf(t, corrected()))
  const corrections = await run(['corrections'], { cwd })
  assert.equal(
    corrections.stdout,
    `correction  corrected             institution   variant  months  payout    minimum    was    now  cause    sheet
p80-1       2026-07-20T00:00:00Z  peoples-bank  general   12.00  maturity     0.00  7.250  7.200  misread     69
`,
  )
  const events = await run(['events', '--kind', 'corrected'], { cwd })
  assert.match(
    events.stdout,
    /p80-0 {2}\S+ {2}corrected {2}peoples-bank .* {2}corrects sheet 69: misread; note: An example: the samples contain no correction\.\n$/,
  )
  assert.deepEqual([corrections.code, corrections.stderr, events.code], [0, '', 0])
})

test('an empty result prints `nothing found`, or an empty JSON list, with exit code 0', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const table = await run(['changes'], { cwd })
  assert.deepEqual([table.code, table.stdout, table.stderr], [0, 'nothing found\n', ''])
  const json = await run(['changes', '--json'], { cwd })
  assert.deepEqual([json.code, json.stdout, json.stderr], [0, '[]\n', ''])
})

test('wrong option values are all named, as the endpoint names them: exit code 64', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const { code, stdout, stderr } = await run(
    ['changes', '--limit', '0', '--since', '2026-02-30', '--direction', 'flat'],
    { cwd },
  )
  assert.deepEqual([code, stdout], [64, ''])
  for (const wrong of ['since must be', 'direction must be', 'limit must be']) {
    assert.ok(stderr.includes(wrong), stderr)
  }
})

test('an unknown institution in `history` is a sentence: exit code 65', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const unknown = await run(['history', 'nobody'], { cwd })
  const sentence =
    'There is no institution "nobody". The list of institutions has them all, with active_only=false.\n'
  assert.deepEqual([unknown.code, unknown.stdout, unknown.stderr], [65, '', sentence])
  const early = await run(['history', 'alpha-bank', '--known-at', '2020-01-01T00:00:00Z'], { cwd })
  assert.deepEqual([early.code, early.stdout], [65, ''])
  assert.match(early.stderr, /^There is no institution "alpha-bank"/)
})

test('--known-at in the future, or no instant, is a usage error: exit code 64', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const future = await run(['offers', '--known-at', '9999-01-01T00:00:00Z'], { cwd })
  assert.deepEqual([future.code, future.stdout], [64, ''])
  assert.match(future.stderr, /^--known-at must not be in the future; it is now \S+\.\n$/)
  const wrong = await run(['offers', '--known-at', 'yesterday'], { cwd })
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [64, '--known-at must be an instant in UTC, such as 2026-06-09T00:00:00Z.\n'],
  )
})

test('a reader such as `head` that closes the pipe early causes no error', async (t) => {
  const book = copyOf(t, sample())
  const cwd = dirname(book)
  // The output is larger than a pipe holds, so the command writes after the reader has closed it.
  const shell = '{ "$0" "$@"; echo "code $?" >&2; } | head -n 1'
  const { code, stdout, stderr } = await run(['offers', '--json'], { cwd, shell })
  assert.equal(code, 0)
  assert.ok(stdout.startsWith('[{"institution_id":'), stdout.slice(0, 100))
  assert.equal(stderr, 'code 0\n')
})

test('commands that only read do not change the book, even while a server follows it', async (t) => {
  const book = copyOf(t, sample())
  const cwd = dirname(book)
  const before = digestOf(book)
  const server = await startServer(t, [], { cwd })
  for (const command of [
    'offers',
    'compare --tenure-months 12',
    'history peoples-bank',
    'changes',
    'corrections',
    'freshness',
    'institutions',
    'events',
    'audit',
  ]) {
    assert.equal((await run(command.split(' '), { cwd })).code, 0, command)
  }
  assert.equal((await fetch(`${server.address}/health`)).status, 200)
  assert.equal((await server.stop()).code, 0)
  assert.equal(digestOf(book), before)
})
