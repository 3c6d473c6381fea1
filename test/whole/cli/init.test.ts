import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readSettingsFile } from '../../../src/cli/settings/read-settings-file.ts'
import { optionsOf, keyOf, sharedOptions } from '../../../src/cli/settings/settings-schema.ts'
import { run } from '../../support/cli.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const kenya = [
  ['--country', 'KE', '--currency', 'KES', '--operator', 'Rates: of Kenya'],
  ['--contact', 'rates@example.org', '--insurance', '500000'],
].flat()

async function init(t: TestContext): Promise<string> {
  const cwd = temporaryDirectory(t)
  const { code, stderr } = await run(['init', 'kenya', ...kenya], { cwd })
  assert.deepEqual([code, stderr], [0, ''])
  return join(cwd, 'kenya')
}

test('the commands that `init` prints work, and the settings are those of the flags', async (t) => {
  const folder = await init(t)
  const read = readSettingsFile(join(folder, 'ratebook.yaml'))
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  assert.deepEqual(read.settings, {
    country: 'KE',
    currency: 'KES',
    timeZone: 'Africa/Nairobi',
    languages: ['en'],
    catalogues: undefined,
    typeNames: undefined,
    operator: { name: 'Rates: of Kenya', contact: 'rates@example.org' },
    insurance: { bank: { status: 'insured_up_to', amount: '500000', currency: 'KES' } },
    withholdingTax: undefined,
    gate: {},
  })
  const registered = await run(['register', 'institutions.json'], { cwd: folder })
  assert.equal(registered.stdout, '1 entered at position 1, 0 unchanged\n')
  const args = ['institutions', '--details', 'true', '--json']
  const { stdout } = await run(args, { cwd: folder })
  assert.match(stdout, /"insurance":\{"status":"insured_up_to","amount":"500000\.00"/)
})

test('a language that the page lacks gets an empty catalogue', async (t) => {
  const cwd = temporaryDirectory(t)
  const { code, stderr } = await run(['init', ...kenya, '--languages', 'en,zu'], { cwd })
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(readFileSync(join(cwd, 'languages', 'zu.json'), 'utf8'), '{}\n')
  const read = readSettingsFile(join(cwd, 'ratebook.yaml'))
  assert.equal('settings' in read && read.settings.catalogues, join(cwd, 'languages'))
  const again = await run(['init', ...kenya, '--languages', 'en,zu'], { cwd })
  assert.match(again.stderr, /already has ratebook\.yaml/)
})

test('ratebook.yaml has every setting, and each example in it is valid', async (t) => {
  const folder = await init(t)
  const file = join(folder, 'ratebook.yaml')
  const text = readFileSync(file, 'utf8')
  for (const name of ['serve', 'collect', 'desk', 'alerts'] as const) {
    const section = text.slice(text.indexOf(`\n${name}:\n`)).split('\n\n', 1)[0] ?? ''
    const keys = Array.from(section.matchAll(/^ {2}#?(\w+):/gm), ([, key]) => key)
    assert.deepEqual(keys, optionsOf(name).map(keyOf), name)
  }
  for (const option of sharedOptions) assert.match(text, new RegExp(`^#${keyOf(option)}: `, 'm'))
  const all = text
    .replaceAll(/^( *)#(?=\w+:)/gm, '$1')
    .split('\n')
    .filter((line) => !/^ +\w+:$/.test(line) || /^ +(licence|bank|nbfi):$/.test(line))
    .join('\n')
    .replace(/(?<=status: unknown\n.*\n) +amount:.*\n.*\n +currency:.*\n/, '')
  writeFileSync(file, all)
  const read = readSettingsFile(file)
  assert.ok(!('problems' in read), JSON.stringify(read))
  assert.equal(Object.keys(read.settings.gate).length, 9)
})

test('nothing is overwritten, and each file in the way is named', async (t) => {
  const cwd = temporaryDirectory(t)
  mkdirSync(join(cwd, 'sources'))
  for (const name of ['ratebook.yaml', 'sources/README.md', 'ratebook.db'])
    writeFileSync(join(cwd, name), 'mine')
  const { code, stderr } = await run(['init', ...kenya], { cwd })
  assert.equal(code, 78)
  assert.match(
    stderr,
    /already has ratebook\.yaml, sources\/README\.md, and nothing is overwritten/,
  )
  assert.deepEqual(globSync('**/*.*', { cwd }).toSorted(), [
    'ratebook.db',
    'ratebook.yaml',
    'sources/README.md',
  ])
  const inFile = await run(['init', 'ratebook.db', ...kenya], { cwd })
  assert.equal(inFile.code, 78)
  assert.match(inFile.stderr, /ratebook\.db\/ratebook\.yaml cannot be written: /)
})

test('without a terminal every missing flag is named, and every wrong one', async (t) => {
  const cwd = temporaryDirectory(t)
  const none = await run(['init'], { cwd })
  assert.deepEqual([none.code, none.stdout], [64, ''])
  assert.match(
    none.stderr,
    /^Give --country <code>, --currency <code>, --time-zone <name>, --operator <name>, --contact <address>, --insurance <amount>: /,
  )
  const args = ['--country', 'XX', '--currency', 'KSH', '--time-zone', 'Nairobi']
  const wrong = await run(
    ['init', ...args, '--operator', 'x', '--contact', 'x', '--insurance', 'x'],
    { cwd },
  )
  assert.equal(wrong.code, 64)
  for (const flag of ['country', 'currency', 'time-zone', 'contact', 'insurance'])
    assert.match(wrong.stderr, new RegExp(`^--${flag}: `, 'm'))
  assert.deepEqual(globSync('*', { cwd }), [])
})

test('the source and the commands in sources/README.md lead from a page to an accepted source', async (t) => {
  const folder = await init(t)
  const readme = readFileSync(join(folder, 'sources/README.md'), 'utf8')
  const source = /^```yaml\n([^]*?)^```/m.exec(readme)?.[1] ?? ''
  mkdirSync(join(folder, 'sources/ke'))
  writeFileSync(join(folder, 'sources/ke/example-bank.yaml'), source)
  writeFileSync(
    join(folder, 'page.html'),
    `<title>Example Bank</title><h2>Fixed deposits</h2><p>1 June 2026</p><table><tr><th>Period<th>Rate
<tr><td>3 months<td>8.25<tr><td>6 months<td>9.00<tr><td>12 months<td>10.50</table>`,
  )
  await run(['register', 'institutions.json'], { cwd: folder })
  const commands = Array.from(
    readme.matchAll(/^ {4}ratebook (.*)$/gm),
    ([, command = '']) => command,
  )
  const collect = 'collect example-bank'
  assert.deepEqual(commands, [
    'source draft page.html --institution example-bank --url https://example-bank.example/rates > sources/ke/example-bank.yaml',
    'source check',
    'source try example-bank --page page.html',
    'reviewer add jane --name "Jane Doe"',
    collect,
    'source accept example-bank --by jane',
    collect,
  ])
  const skipped = [collect, 'source try example-bank --page page.html']
  for (const command of commands.filter((one) => !skipped.includes(one))) {
    const [words = ''] = command.split(' > ')
    const args = words.replace('"Jane Doe"', 'Jane').split(' ')
    // Nothing was collected, so the page is the saved one. This reads it as `source try` does.
    if (args.includes('accept')) args.push('--page', 'page.html')
    const { code, stdout, stderr } = await run(args, { cwd: folder })
    assert.equal(code, 0, stderr)
    if (args.includes('accept')) assert.match(stdout, /10\.50/)
    if (args.includes('draft')) assert.match(stdout, /^institution: example-bank/m)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts the units for the folder', { skip: !hasSystemd }, async (t) => {
  const folder = await init(t)
  const units = globSync('*.{service,timer}', { cwd: join(folder, 'systemd') })
  assert.equal(units.length, 8)
  for (const unit of units) {
    const path = join(folder, 'systemd', unit)
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    })
    assert.equal(stderr, '', unit)
    const text = readFileSync(path, 'utf8')
    assert.doesNotMatch(text, /\/var\/lib\/ratebook|\/opt\/ratebook/)
    if (unit.endsWith('.service')) assert.ok(text.includes(`WorkingDirectory=${folder}\n`), unit)
  }
})
