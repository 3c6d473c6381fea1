import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const folder = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const units = globSync('*.{service,timer}', { cwd: folder }).toSorted()
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

const verify = (path: string) =>
  spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts every unit, and would name a misspelt line', { skip: !isInstalled }, (t) => {
  assert.equal(units.length, 8)
  const copies = temporaryDirectory(t)
  for (const name of units) copyFileSync(join(folder, name), join(copies, name))
  for (const name of units) {
    const { status, stdout, stderr } = verify(join(copies, name))
    assert.deepEqual([status, stdout, stderr], [0, '', ''], name)
  }
  const wrong = join(copies, 'ratebook-wrong.service')
  writeFileSync(wrong, read('ratebook-collect.service').replace('ProtectHome', 'ProtectHouse'))
  assert.match(verify(wrong).stderr, /ProtectHouse/)
})

test('every service has a limit for its memory and time to stop', () => {
  for (const name of units.filter((one) => one.endsWith('.service'))) {
    assert.match(read(name), /^MemoryMax=[1-3]G$/m, name)
    assert.match(read(name), /^TimeoutStopSec=\d\d$/m, name)
  }
})

test('the units of the collector, the alerts and the desk run them with their own folders, hardened like the server', () => {
  const lines = (name: string): readonly string[] =>
    read(name)
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
  const hardening = lines('ratebook.service').filter((line) =>
    /^(NoNew|Capab|Ambient|Protect|Private|Restrict|RemoveIPC|LockPers|SystemCallArch|ProcSubset|UMask)/.test(
      line,
    ),
  )
  assert.ok(hardening.length > 18)
  for (const [name, command] of [
    ['ratebook-collect.service', 'collect --due'],
    ['ratebook-collect-follow.service', 'collect --follow'],
    ['ratebook-alerts.service', 'alerts --follow'],
    ['ratebook-desk.service', 'desk'],
    ['ratebook-mirror.service', 'mirror ${MIRROR_URL} --follow'],
    ['ratebook-release.service', 'release --daily'],
  ] as const) {
    const own = lines(name)
    for (const line of hardening) assert.ok(own.includes(line), `${name}: ${line}`)
    assert.ok(own.includes(`ExecStart=/usr/bin/env node /opt/ratebook/bin/ratebook.js ${command}`))
  }
})
