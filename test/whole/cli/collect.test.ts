import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Instant } from '../../../src/domain/instant.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { checked } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run, start, until, type CommandResult } from '../../support/cli.ts'
import { pageOf, startRateSite, writeSource, type RateSite } from '../../support/rate-site.ts'
import { institutionOf, writeJson } from '../../support/small-book.ts'

const env = { RATEBOOK_CONTACT: 'rates@example.org', RATEBOOK_ALLOW_ADDRESS: '127.0.0.1' }

type Bench = {
  readonly cwd: string
  readonly site: RateSite
  readonly ratebook: (...args: string[]) => Promise<CommandResult>
}

/** A folder with a book of these banks, and with their sources. `site` is that of the first. */
async function bench(t: TestContext, ids: readonly string[]): Promise<Bench> {
  const cwd = temporaryDirectory(t)
  const site = await startRateSite(t)
  const ratebook = async (...args: string[]): Promise<CommandResult> => run(args, { cwd, env })
  const institutions = writeJson(
    cwd,
    'institutions.json',
    ids.map((id) => institutionOf(id)),
  )
  assert.equal((await ratebook('register', institutions)).code, 0)
  for (const id of ids) {
    // A host of its own, because there is a pause of ten seconds between two requests to one host.
    const { origin } = id === ids[0] ? site : await startRateSite(t)
    writeSource(join(cwd, 'sources'), id, `${origin}/${id}`)
  }
  return { cwd, site, ratebook }
}

const rates = { 6: '8.00', 12: '8.50' }

test('collect ends with 77 while a person is needed, with 75 if a run failed, with 0 if all is clean', async (t) => {
  const { cwd, site, ratebook } = await bench(t, ['alpha', 'beta'])
  site.show('alpha', rates)
  const held = await ratebook('collect', 'alpha')
  assert.match(
    held.stdout,
    /^alpha: held, 2 offers, 1 finding, waits for a reviewer; position 3; evidence [0-9a-f]{12}; next due 20\S+Z\n  Nobody has accepted [^\n]* \[source-not-accepted\]\n$/,
  )
  assert.deepEqual([held.code, held.stderr], [77, ''])

  assert.equal((await ratebook('reviewer', 'add', 'ann', '--name', 'Ann')).code, 0)
  const accepted = await ratebook('source', 'accept', 'alpha', '--by', 'ann')
  assert.equal(accepted.code, 0, accepted.stderr)
  const all = await ratebook('collect')
  assert.match(all.stdout, /^alpha: changed, 2 offers, 2 initial; position \d+; evidence /m)
  assert.match(all.stdout, /^beta: failed: [^\n]*404[^\n]*; position \d+; next due /m)
  assert.equal(all.code, 75)

  const dry = await ratebook('collect', 'alpha', '--dry-run')
  assert.match(dry.stdout, /^alpha: verified, 2 offers; nothing entered; evidence /)
  assert.equal(dry.code, 0)
  const due = await ratebook('collect', '--due')
  assert.deepEqual([due.stdout, due.code], ['nothing is due\n', 0])
  const audit = await ratebook('audit', '--captures', join(cwd, 'captures'))
  assert.equal(audit.code, 0, audit.stdout + audit.stderr)
})

test('collect names every wrong setting, and every institution without a source or a registration', async (t) => {
  const { cwd, site, ratebook } = await bench(t, ['alpha'])
  const wrong = await run(['collect', '--sources', 'nowhere', '--allow-address', 'home'], { cwd })
  assert.equal(wrong.code, 78)
  assert.match(wrong.stderr, /--contact is missing[^]*--allow-address home[^]*no folder nowhere/)
  const unknown = await ratebook('collect', 'alfa')
  assert.equal(unknown.code, 78)
  assert.match(unknown.stderr, /There is no source for alfa in sources; did you mean "alpha"\?/)
  writeSource(join(cwd, 'sources'), 'zeta', `${site.origin}/zeta`)
  writeSource(join(cwd, 'sources'), 'bad', site.origin, ['currency: LKR', 'currencies: LKR'])
  const mixed = await ratebook('collect')
  assert.equal(mixed.code, 78)
  assert.match(mixed.stdout, /^alpha: failed: /)
  assert.match(mixed.stderr, /bad\.yaml:2:1: [^]*currency/)
  const named = await ratebook('collect', 'zeta')
  assert.equal(named.code, 78)
  assert.match(named.stderr, /\nzeta: not collected: .*not registered/)
  assert.equal((await ratebook('collect', '--follow', '--due')).code, 64)
})

test('a mistake in one source file stops no other institution, and ends with 78', async (t) => {
  const { cwd, site, ratebook } = await bench(t, ['alpha', 'beta', 'gamma'])
  const sources = join(cwd, 'sources')
  site.show('alpha', rates)
  writeFileSync(join(sources, 'xx', 'beta.yaml'), 'a: &a [x]\nb: [*a, *a]\n')
  writeSource(sources, 'gamma', site.origin, ['currency: LKR', 'currencies: LKR'])
  mkdirSync(join(sources, 'yy'))
  copyFileSync(join(sources, 'xx', 'alpha.yaml'), join(sources, 'yy', 'alpha.yaml'))
  const mistakes =
    /beta\.yaml:2:5: Aliases [^]*beta\.yaml:2:9: Aliases [^]*gamma\.yaml:2:[^]*yy\/alpha\.yaml:1:1: alpha has another source[^]*\nNot collected, because of mistakes in their source files: beta, gamma\.\n$/
  const { code, stdout, stderr } = await ratebook('collect', 'alpha', 'beta')
  assert.equal(code, 78)
  assert.match(stdout, /^alpha: held, .*\n( .*\n)*$/)
  assert.match(stderr, mistakes)
  assert.equal(site.requests.length, 1)
  const named = await ratebook('collect', 'alpha', 'alfa', 'beta')
  assert.deepEqual([named.code, named.stdout], [78, ''])
  assert.match(named.stderr, /^There is no source for alfa in sources; [^\n]*\n$/)
})

test('sources of institutions that are not registered are skipped with one line, unless they are named', async (t) => {
  const { cwd, site, ratebook } = await bench(t, ['alpha'])
  for (const id of ['gamma', 'zeta']) writeSource(join(cwd, 'sources'), id, `${site.origin}/${id}`)
  const skipped = 'Skipped, because their institutions are not registered: gamma, zeta.\n'
  site.show('alpha', rates)
  const all = await ratebook('collect')
  assert.match(all.stdout, /^alpha: held, /)
  assert.deepEqual([all.code, all.stderr], [77, skipped])
  const due = await ratebook('collect', '--due')
  assert.deepEqual([due.code, due.stdout, due.stderr], [0, 'nothing is due\n', skipped])
  const child = start(['collect', '--follow'], { cwd, env })
  t.after(() => child.kill('SIGKILL'))
  let log = ''
  child.stdout?.on('data', (data: Buffer) => (log += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (log += data.toString()))
  assert.ok(await until(() => log.includes(skipped.trimEnd())), log)
  assert.doesNotMatch(log, /not collected/)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('collect asks no server if the captures cannot be kept, and says which folder', async (t) => {
  const { site, ratebook } = await bench(t, ['alpha'])
  for (const folder of ['absent/captures', 'ratebook.db', '/proc/captures']) {
    const { code, stderr } = await ratebook('collect', '--captures', folder)
    assert.equal(code, 78)
    assert.match(stderr, new RegExp(`${folder}\\b.* cannot be .*Check --captures`))
  }
  assert.deepEqual(site.requests, [])
})

test('captures that cannot be written end collect with one sentence, and are no failed run of an institution', async (t) => {
  const { cwd, site, ratebook } = await bench(t, ['alpha'])
  const noise = randomBytes(400_000).toString('base64')
  site.show('alpha', (response) => response.end(`${pageOf(rates)}<!-- ${noise} -->`))
  const entriesOf = async (): Promise<string> => (await ratebook('audit')).stdout
  assert.equal(await entriesOf(), '1 entry, no difference\n')
  // The shell counts blocks of 512 bytes or of 1 KiB. The page is larger than both limits, and the book smaller.
  const shell = 'ulimit -f 250; exec "$0" "$@"'
  const full = await run(['collect', '--clock-is-right'], { cwd, env, shell })
  assert.deepEqual([full.code, full.stdout], [74, ''], full.stderr)
  assert.match(
    full.stderr,
    /^\/\S+\/captures\/sha256\/\S+ cannot be written: the disk is full[^\n]+\n$/,
  )
  assert.equal(await entriesOf(), '1 entry, no difference\n')

  for (const name of ['log', 'sha256']) {
    const captures = join(cwd, `${name}-is-a-file`)
    mkdirSync(captures)
    writeFileSync(join(captures, name), '')
    const wrong = await ratebook('collect', '--captures', captures)
    assert.deepEqual([wrong.code, wrong.stdout], [78, ''], wrong.stderr)
    assert.match(
      wrong.stderr,
      new RegExp(`^${captures}/\\S+ cannot be used: .*Check --captures[^\n]*\n$`),
    )
  }
  assert.equal(await entriesOf(), '1 entry, no difference\n')
  // Only the first command got as far as a request.
  assert.equal(site.requests.length, 1)
  const again = await ratebook('collect')
  assert.match(again.stdout, /^alpha: held, 2 offers, /)
})

test('collect --follow collects what is due, serves metrics, and stops at SIGTERM', async (t) => {
  const { cwd, site } = await bench(t, ['alpha', 'beta'])
  site.show('alpha', rates)
  const refusing = await startRateSite(t)
  refusing.show('beta', (response) => response.writeHead(403).end())
  writeSource(join(cwd, 'sources'), 'beta', `${refusing.origin}/beta`)
  const child = start(['collect', '--follow', '--clock-is-right', '--metrics-port', '0'], {
    cwd,
    env,
  })
  t.after(() => child.kill('SIGKILL'))
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  const ended = once(child, 'exit')
  assert.ok(await until(() => /alpha: held.*"/.test(log) && /beta: failed.*"/.test(log)), log)
  const address = /Metrics at (http:\S+\/metrics)/.exec(log)?.[1] ?? ''
  const hasCounted = async (): Promise<boolean> => {
    const metrics = await (await fetch(address)).text()
    return (
      /ratebook_collect_runs_total\{outcome="held"\} 1\n/.test(metrics) &&
      /ratebook_collect_runs_total\{outcome="failed"\} 1\n/.test(metrics) &&
      /ratebook_collect_open_holds 1\n/.test(metrics) &&
      /ratebook_alert\{kind="refused",institution="beta"\} 1\n/.test(metrics) &&
      /ratebook_collect_round_duration_seconds_count 1\n/.test(metrics)
    )
  }
  assert.ok(await until(hasCounted))
  child.kill('SIGTERM')
  await ended
  assert.equal(child.exitCode, 0)
  assert.match(log, /Stopped/)
  const sources = await run(['sources'], { cwd, env, now: Date.now() as Instant })
  assert.match(sources.stdout, /^alpha +held .* true\nbeta +failed .* false$/m)
  assert.match(sources.stdout, /^refused +beta .* refuses the collector .*\n\nbeta, refused: Ask /m)
  assert.equal(sources.code, 77)
})

test('collect --follow names a book that is ahead of the clock once, asks no server, and collects with --at-last-instant', async (t) => {
  const { cwd, site } = await bench(t, ['alpha'])
  site.show('alpha', rates)
  const store = await openSqliteStore(join(cwd, 'ratebook.db'), { mode: 'write' })
  t.after(() => store.close())
  await store.append(async () => [checked('alpha', '2999-01-01T00:00:00Z')])
  const follow = async (expected: RegExp, ...args: readonly string[]): Promise<string> => {
    const child = start(['collect', '--follow', '--metrics-port', '0', ...args], { cwd, env })
    t.after(() => child.kill('SIGKILL'))
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
    assert.ok(await until(() => expected.test(log)), log)
    const address = /Metrics at (http:\S+\/metrics)/.exec(log)?.[1] ?? ''
    const isRaised = async (): Promise<boolean> =>
      /ratebook_alert\{kind="future-entries",[^\n]* 1\n/.test(await (await fetch(address)).text())
    assert.ok(await until(isRaised))
    child.kill('SIGTERM')
    await once(child, 'exit')
    return log
  }
  await follow(/days before the book's last entry, at 2999-01-01T00:00:00Z: .*--at-last-instant/)
  assert.deepEqual(site.requests, [])
  await follow(/alpha: held, 2 offers/, '--at-last-instant')
  const entry = await store.entryAt(3)
  assert.ok(entry?.kind === 'sheet-held' && entry.clock !== undefined && entry.clock < entry.at)
  assert.ok((entry.origin?.nextDue ?? entry.at) < entry.at)
  const again = await run(['collect', '--due', '--at-last-instant'], {
    cwd,
    env,
    now: Date.now() as Instant,
  })
  assert.deepEqual([again.code, again.stdout], [0, 'nothing is due\n'])
})
