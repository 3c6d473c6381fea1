import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { openDeskDatabase } from '../../../src/desk/database/desk-database.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { fillEvidenceBook } from '../../collect/rounds/evidence-book.ts'
import { clockEnvironment } from '../../support/clock-environment.ts'
import { finished, run, startServer, type CommandResult } from '../../support/cli.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const launcher = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))
const guide = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8')

/** A machine below a folder, with a book, everything that settings can name, and the units of the server and a webhook. */
async function machine(t: TestContext) {
  const root = temporaryDirectory(t)
  const at = (path: string): string => join(root, path)
  const book = at('var/lib/ratebook')
  for (const path of ['var/lib', 'etc/ratebook', 'etc/systemd/system', 'srv', 'backup', 'bin'])
    mkdirSync(at(path), { recursive: true })
  symlinkSync(launcher, at('bin/ratebook'))
  const flags = ['--country', 'KE', '--currency', 'KES', '--operator', 'Rates', '--insurance', '1']
  const more = [
    '--contact',
    'a@example.org',
    '--languages',
    'en,zu',
    '--time-zone',
    'Africa/Nairobi',
  ]
  const made = await run(['init', book, ...flags, ...more])
  assert.equal(made.code, 0, made.stderr)
  const store = await openSqliteStore(join(book, 'ratebook.db'), { mode: 'create' })
  await fillEvidenceBook(store, openCapturesFolder(join(book, 'captures')), ['html'])
  await store.close()
  for (const key of [join(book, 'signing.key'), at('srv/desk.key')]) {
    const { code } = await run(['setup', '--new-key', key, '--origin', 'rates.example'])
    assert.equal(code, 0)
    chmodSync(key, 0o644)
  }
  writeFileSync(join(book, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(book, 'alerts.json'), '{"state":1}')
  writeFileSync(join(book, 'hook.cursor'), '{"cursor":1}')
  writeFileSync(join(book, 'notes.txt'), 'notes')
  const desk = openDeskDatabase(join(book, 'desk.db'))
  desk.exec(`INSERT INTO passkey VALUES ('id', 'ann', 1, x'00', 0, '[]', 0, 1)`)
  desk.close()
  const yaml = join(book, 'ratebook.yaml')
  const settings = {
    operator: ['logo: logo.svg'],
    serve: ['base_path: /ke', 'publish_captures: captures', 'metrics_port: 1'],
    desk: [`tls_key: ${at('srv/desk.key')}`],
  }
  let text = readFileSync(yaml, 'utf8')
  for (const [section, lines] of Object.entries(settings))
    text = text.replace(`\n${section}:\n`, `\n${section}:\n  ${lines.join('\n  ')}\n`)
  writeFileSync(yaml, text)
  // The origin stands in a variable alone, so a server without the variables of the unit does not start.
  writeFileSync(
    at('etc/ratebook/ratebook.env'),
    `RATEBOOK_SIGNING_KEY=signing.key\nRATEBOOK_ORIGIN=rates.example\nPGPASSWORD=secret\n`,
  )
  const unit = readFileSync(join(book, 'systemd/ratebook.service'), 'utf8')
  writeFileSync(
    at('etc/systemd/system/ratebook.service'),
    unit.replaceAll('/etc/ratebook/', `${at('etc/ratebook')}/`),
  )
  const hook = `events --follow --database ${book}/ratebook.db --cursor ${book}/hook.cursor`
  writeFileSync(
    at('etc/systemd/system/hook.service'),
    `[Service]\nExecStart=/usr/bin/ratebook ${hook}\n`,
  )
  return { root, at, book }
}

/** The commands of a section of the guide, on a machine below a folder, without its users and services. */
function commandsOf(title: string, root: string): readonly string[] {
  const [, section = ''] = new RegExp(`^#+ ${title}\n([^]*?)^##`, 'm').exec(guide) ?? []
  return Array.from(section.matchAll(/^```sh\n([^]*?)^```/gm), ([, block = '']) =>
    block
      .replaceAll(/(?<=^|[ =])\/(var|backup|etc)\b/gm, `${root}/$1`)
      .replaceAll('/outside/', `/outside${root}/`)
      .replaceAll('runuser -u ratebook -- ', '')
      .replaceAll(/^(?:systemctl|chown) .*$/gm, ''),
  )
}

function bash(script: string, root: string): Promise<CommandResult> {
  const env = {
    ...clockEnvironment,
    PATH: `${root}/bin:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: root,
    RATEBOOK_UNITS: join(root, 'etc/systemd/system'),
  }
  return finished(spawn('bash', ['-c', `set -euo pipefail\n${script}`], { cwd: root, env }))
}

const asked = [
  '/ke/rates/current',
  '/ke/institutions',
  '/ke/about',
  '/ke/checkpoint',
  '/ke/languages/zu.json',
]

async function answersOf(t: TestContext, book: string): Promise<readonly string[]> {
  const env = { RATEBOOK_SIGNING_KEY: 'signing.key', RATEBOOK_ORIGIN: 'rates.example' }
  const server = await startServer(t, ['--metrics-port', '0'], { cwd: book, env })
  const origin = new URL(server.address).origin
  const answers = await Promise.all(
    asked.map(async (path) => {
      const response = await fetch(origin + path)
      return `${response.status} ${await response.text()}`
    }),
  )
  await server.stop('SIGINT')
  return answers
}

test('docs/deploy.md: what is backed up and restored as written is served as before', async (t) => {
  const { root, at, book } = await machine(t)
  const before = await answersOf(t, book)
  assert.ok(
    before.every((answer) => answer.startsWith('200 ')),
    before.join('\n'),
  )
  const [backUp = '', check = ''] = commandsOf('Backups', root)
  const made = await bash(backUp, root)
  assert.deepEqual([made.code, made.stderr], [0, ''], made.stdout)
  for (const line of [
    /captures: 1 file, \d+ bytes, as book\/captures$/m,
    /desk\.db: 1 passkey, as book\/desk\.db$/m,
    /ratebook\.db: \d+ entries, audited, as book\/ratebook\.db$/m,
    /^not copied, because no setting names it: notes\.txt \(/m,
    /^not seen: /m,
    /^A server started from the copy; it answered \/ready, .*, from position \d+\.$/m,
  ])
    assert.match(made.stdout, line)
  const list = readFileSync(at('backup/ratebook/BACKUP.txt'), 'utf8')
  assert.equal(made.stdout, `${list}${at('backup/ratebook')} is the backup now.\n`)
  const checked = await bash(check, root)
  assert.deepEqual([checked.code, checked.stderr], [0, ''])
  const [stop = '', restore = ''] = commandsOf('Restore', root)
  // The units' own files are lost, too.
  const lose = `mv ${at('etc/ratebook')} ${at('lost')}`
  const restored = await bash(`${stop}\n${lose}\n${restore}`, root)
  assert.deepEqual([restored.code, restored.stderr], [0, ''], restored.stdout)
  assert.deepEqual(await answersOf(t, book), before)
  assert.ok(!existsSync(join(book, 'notes.txt')))
  const there = [
    'institutions.json',
    'sources/README.md',
    'languages/zu.json',
    'logo.svg',
    'alerts.json',
    'hook.cursor',
  ]
  for (const path of there)
    assert.equal(
      readFileSync(join(book, path), 'utf8'),
      readFileSync(at(`var/lib/ratebook-old/${path}`), 'utf8'),
    )
  assert.match(readFileSync(at('etc/ratebook/ratebook.env'), 'utf8'), /PGPASSWORD=secret/)
  const desk = new DatabaseSync(join(book, 'desk.db'), { readOnly: true })
  assert.equal(desk.prepare('SELECT reviewer_id FROM passkey').get()?.['reviewer_id'], 'ann')
  desk.close()
  const outside = join(at('backup/ratebook/outside'), root)
  const secret = [
    ...['signing.key', 'desk.db'].map((name) => join(book, name)),
    at('etc/ratebook/ratebook.env'),
    join(outside, 'srv/desk.key'),
  ]
  for (const path of secret) assert.equal(statSync(path).mode & 0o777, 0o600, path)
  assert.equal(statSync(at('backup/ratebook')).mode & 0o777, 0o700)
  assert.ok(existsSync(join(outside, 'etc/systemd/system/hook.service')))
})
