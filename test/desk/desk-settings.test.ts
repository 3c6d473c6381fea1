import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import desk, { readDeskSettings, type DeskCommandOptions } from '../../src/cli/desk.ts'
import { defaultSettings } from '../../src/domain/book-settings.ts'
import { isLoopback } from '../../src/outbound/address-check.ts'
import { exitCodes, Failure } from '../../src/domain/failure.ts'
import { checkInviteOptions, printInvitation } from '../../src/cli/reviewer.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { makeReviewedBook } from '../support/reviewed-book.ts'

const defaults = {
  database: 'ratebook.db',
  deskDatabase: 'desk.db',
  captures: 'captures',
  sources: 'sources',
  twoReviewers: 'on',
  logLevel: 'info',
  settings: defaultSettings,
} as const

/** The exit code and the message for some options. */
function refusalOf(options: Partial<DeskCommandOptions>): readonly [number, string] {
  try {
    readDeskSettings({ ...defaults, ...options })
  } catch (error) {
    if (error instanceof Failure) return [error.exitCode, error.message]
    throw error
  }
  return [exitCodes.done, '']
}

test('every option of `desk` is documented with its environment variable, if it has one', () => {
  const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `--'))
  for (const { long, envVar } of desk.options) {
    const isRow = (line: string): boolean =>
      line.includes(`\`${long}\``) && line.includes(envVar === undefined ? '' : `\`${envVar}`)
    assert.ok(rows.some(isRow), `${long} ${envVar}`)
  }
})

test('a trusted header goes with a socket only, because others could set it too', () => {
  const proxied = { trustUserHeader: 'X-Remote-User', socket: 'desk.sock' }
  const origin = 'https://desk.example.org'
  assert.deepEqual(refusalOf({ ...proxied, origin }), [0, ''])
  const settings = readDeskSettings({ ...defaults, ...proxied, origin })
  assert.deepEqual(settings.address, {
    kind: 'trusted-header',
    socket: 'desk.sock',
    header: 'X-Remote-User',
  })
  for (const alone of [{ trustUserHeader: 'X-Remote-User' }, { socket: 'desk.sock' }]) {
    const [code, message] = refusalOf({ ...alone, origin })
    assert.equal(code, exitCodes.usage)
    assert.match(message, /^--trust-user-header and --socket go together: [^.]+\.$/)
  }
  for (const more of [{ host: '0.0.0.0' }, { port: '8090' }, { tlsCert: 'a' }, { tlsKey: 'b' }]) {
    const [code, message] = refusalOf({ ...proxied, origin, ...more })
    assert.equal(code, exitCodes.usage)
    assert.match(message, /^Give --[a-z-]+ or --trust-user-header, not both: [^.]+\.$/)
  }
  const [code, message] = refusalOf({ ...proxied, origin, trustUserHeader: 'X Remote' })
  assert.equal(code, exitCodes.configuration)
  assert.match(message, /is not the name of a header/)
})

test('the origin is that of a browser with passkeys, and is required unless only this machine reaches the desk', () => {
  const wrong = [
    'desk.example.org',
    'https://desk.example.org/',
    'https://desk.example.org/path',
    'https://me@desk.example.org',
    'http://desk.example.org',
    'https://10.0.0.1',
    'https://[::1]',
    'http://127.0.0.1:8090',
    'ftp://localhost',
    '',
  ]
  for (const origin of wrong) {
    const [code, message] = refusalOf({ origin })
    assert.equal(code, exitCodes.configuration, origin)
    assert.ok(message.startsWith(`--origin ${origin} is`), message)
  }
  for (const origin of ['https://desk.example.org', 'https://a.b:8443', 'http://localhost:9'])
    assert.deepEqual(refusalOf({ origin }), [0, ''])
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    assert.deepEqual(refusalOf({ host }), [0, ''])
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'desk.example.org', '127.example.org']) {
    assert.ok(!isLoopback(host), host)
    assert.match(refusalOf({ host })[1], /^--origin is missing/)
  }
  assert.match(refusalOf({ trustUserHeader: 'X-User', socket: 's' })[1], /^--origin is missing/)
})

test('an invitation is only for a registered reviewer, and for an origin with passkeys', async (t) => {
  const folder = temporaryDirectory(t)
  const database = await makeReviewedBook(folder)
  const deskDatabase = join(folder, 'desk.db')
  const isRefused = (exitCode: number, message: RegExp) => (error: unknown) =>
    error instanceof Failure && error.exitCode === exitCode && message.test(error.message)
  await assert.rejects(
    printInvitation('zoe', { database, deskDatabase }),
    isRefused(exitCodes.refused, /zoe/),
  )
  assert.ok(!existsSync(deskDatabase))
  assert.throws(
    () => checkInviteOptions({ database, deskDatabase, origin: 'http://desk.example.org' }),
    isRefused(exitCodes.usage, /is not secure/),
  )
})

test('all wrong settings are named together', () => {
  const [code, message] = refusalOf({
    database: 'mysql://x',
    deskDatabase: ' ',
    port: '65536',
    host: '',
    tlsCert: 'only.pem',
    trustProxy: 'proxy',
  })
  assert.equal(code, exitCodes.configuration)
  const parts = ['mysql', '--desk-database', '--port 65536', '--host', '--tls-key', '--trust-proxy']
  for (const part of parts) assert.ok(message.includes(part), `${part}: ${message}`)
})
