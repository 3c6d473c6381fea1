import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { institutionOf, makeSmallBook, sheetOf, writeHere } from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const small = sharedBook(makeSmallBook)

test('a flag goes before a variable, a variable before the file, and the file before the default', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  writeFileSync(join(cwd, 'ratebook.yaml'), 'database: of-file.db\n')
  const missing = async (args: readonly string[], env = {}): Promise<string> => {
    const { stderr } = await run(['serve', ...args], { cwd, env })
    return /There is no book at ([\w-]+\.db)/.exec(stderr)?.[1] ?? stderr
  }
  const variable = { RATEBOOK_DATABASE: 'of-variable.db' }
  assert.equal(await missing([]), 'of-file.db')
  assert.equal(await missing([], variable), 'of-variable.db')
  assert.equal(await missing(['--database', 'of-flag.db'], variable), 'of-flag.db')
  mkdirSync(join(cwd, 'other'))
  writeFileSync(join(cwd, 'other/none.yaml'), '# nothing\n')
  const none = { RATEBOOK_CONFIG: 'other/none.yaml' }
  const { code } = await run(['offers'], { cwd, env: none })
  assert.equal(code, 0)
})

test('a wrong section ends every command with 78, whether it is about the command or not', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  writeFileSync(join(cwd, 'ratebook.yaml'), 'desk: { prot: 1 }\nserve: { cash: 1 }\n')
  assert.deepEqual(await run(['offers'], { cwd }), {
    code: 78,
    signal: null,
    stdout: '',
    stderr:
      'ratebook.yaml:1:9: The key "prot" is not known here; did you mean "port"?\n' +
      'ratebook.yaml:2:10: The key "cash" is not known here; did you mean "cache"?\n',
  })
})

test('a wrong value of an option names the file that sets it, and a flag is blamed on nobody', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  writeFileSync(join(cwd, 'ratebook.yaml'), 'serve: { port: 99999, cache: -3 }\n')
  const { code, stderr } = await run(['serve', '--cache', 'x'], { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /^--port 99999 is not a valid port.* \(ratebook\.yaml sets it\)$/m)
  assert.match(stderr, /^--cache x is not [^(]*$/m)
})

test('settings that post alerts do not keep `alerts` from listing them', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const lines = ['webhook: https://a.example/', 'state: alerts.json', 'metrics_port: 9000']
  writeFileSync(join(cwd, 'ratebook.yaml'), `alerts: { ${lines.join(', ')} }\n`)
  mkdirSync(join(cwd, 'sources'))
  const { code, stderr } = await run(['alerts', '--json'], { cwd })
  assert.ok([0, 77].includes(code ?? -1), stderr)
  const given = await run(['alerts', '--webhook', 'https://a.example/'], { cwd })
  assert.match(given.stderr, /--webhook needs --follow or --once/)
})

test('a sheet in another currency than that of the settings is refused before it sets that of the book', async (t) => {
  const cwd = temporaryDirectory(t)
  writeFileSync(join(cwd, 'ratebook.yaml'), 'currency: KES\n')
  await run(['register', writeHere(cwd, 'i.json', [institutionOf('alpha-bank')])], { cwd })
  const { code, stderr } = await run(['publish', writeHere(cwd, 's.json', sheetOf())], { cwd })
  assert.equal(code, 65)
  assert.match(stderr, /The currency LKR is not that of ratebook\.yaml, KES;.*\[other-currency\]/)
})
