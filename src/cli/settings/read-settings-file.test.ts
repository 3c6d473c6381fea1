import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { readSettingsFile, type SettingsFile } from './read-settings-file.ts'
import { sections } from './sections.ts'
import { keyOf, optionsOf } from './settings-schema.ts'

function write(t: TestContext, text: string): string {
  const file = join(temporaryDirectory(t), 'ratebook.yaml')
  writeFileSync(file, text)
  return file
}

function read(t: TestContext, text: string): SettingsFile & { readonly file: string } {
  const file = write(t, text)
  const found = readSettingsFile(file)
  if ('problems' in found) throw new Error(found.problems.join('\n'))
  return { ...found, file }
}

function problems(t: TestContext, text: string): readonly string[] {
  const file = write(t, text)
  const found = readSettingsFile(file)
  return 'problems' in found ? found.problems.map((line) => line.replace(`${file}:`, '')) : []
}

test('a file has the settings of the book and the options of its commands', (t) => {
  const { settings, shared, sections, file } = read(
    t,
    `country: KE
currency: KES
time_zone: Africa/Nairobi
languages: [en, sw]
catalogues: languages
type_names: { nbfi: { en: { one: microfinance bank, other: microfinance banks } } }
operator: { name: Rates of Kenya, logo: logo.svg, contact: rates@example.org }
insurance:
  bank: { status: insured_up_to, amount: 500000, scheme: KDIC, since: "2020-07-01" }
  nbfi: { status: unknown }
withholding_tax: 15
gate: { highest_rate: { value: 60, reason: high inflation } }
database: book.db
two_reviewers: off
serve: { port: 80, rate_limit: 20, tls_cert: /etc/chain.pem }
desk: { desk_database: desk.db }
alerts: { allow_address: [10.0.0.1, 10.0.0.2] }
release: { folder: data, hour: 4 }
`,
  )
  const folder = join(file, '..')
  assert.deepEqual(settings, {
    country: 'KE',
    currency: 'KES',
    timeZone: 'Africa/Nairobi',
    languages: ['en', 'sw'],
    catalogues: join(folder, 'languages'),
    typeNames: { nbfi: { en: { one: 'microfinance bank', other: 'microfinance banks' } } },
    operator: {
      name: 'Rates of Kenya',
      logo: join(folder, 'logo.svg'),
      contact: 'rates@example.org',
    },
    insurance: {
      bank: {
        status: 'insured_up_to',
        amount: '500000',
        currency: 'KES',
        scheme: 'KDIC',
        since: '2020-07-01',
      },
      nbfi: { status: 'unknown' },
    },
    withholdingTax: '15',
    gate: { highest_rate: { value: '60', reason: 'high inflation' } },
  })
  assert.deepEqual(shared, { database: join(folder, 'book.db'), twoReviewers: 'off' })
  assert.deepEqual(sections, {
    serve: { port: '80', rateLimit: '20', tlsCert: '/etc/chain.pem' },
    collect: {},
    desk: { deskDatabase: join(folder, 'desk.db') },
    alerts: { allowAddress: ['10.0.0.1', '10.0.0.2'] },
    release: { folder: join(folder, 'data'), hour: '4' },
  })
})

test('a file of comments sets nothing', (t) => {
  assert.deepEqual(read(t, '# country: KE\n').settings.languages, ['en'])
})

test('every mistake is named, with its place and what to write', (t) => {
  const text = `contry: KE
operator: [me]
languages: []
serve: { prot: 80 }
desk: { log_level: loud }
insurance: { bank: { status: insured } }
database: postgres://u:secret@host/d
`
  assert.deepEqual(problems(t, text), [
    '1:1: The key "contry" is not known here; did you mean "country"?',
    '2:11: This must be keys with values, not a list.',
    '3:12: The list has 0 items; it must have at least 1.',
    '4:10: The key "prot" is not known here; did you mean "port"?',
    '5:20: "loud" is not allowed here; possible: silent, fatal, error, warn, info, debug, trace.',
    '6:30: "insured" is not allowed here; possible: insured_up_to, guaranteed_by_state, not_insured, unknown.',
    '7:11: A password does not belong here: remove it from the address, and put it into ~/.pgpass or the variable PGPASSWORD.',
  ])
})

test('values of the right form that cannot be meant are named', (t) => {
  const text = `country: XX
currency: KSH
time_zone: Africa/Nairoby
languages: [en, en]
operator: { website: http://a.example, licence: { name: CC, url: x }, contact: me, releases: x }
insurance: { bank: { status: insured_up_to, address: x }, nbfi: { status: unknown, amount: 5 } }
withholding_tax: 101
gate: { highest_rate: { value: 6000, reason: r } }
`
  const lines = problems(t, text)
  const starts = lines.map((line) => line.replace(/: .*/, ''))
  assert.deepEqual(starts, [
    '1:10',
    '2:11',
    '3:12',
    '4:17',
    '5:22',
    '5:66',
    '5:80',
    '5:94',
    '6:20',
    '6:20',
    '6:54',
    '6:92',
    '7:18',
    '8:23',
  ])
  assert.match(lines[2] ?? '', /did you mean "Africa\/Nairobi"\?/)
  assert.deepEqual(problems(t, 'insurance: { bank: { status: insured_up_to, amount: 5 } }\n'), [
    '1:20: The currency is missing; the status insured_up_to needs it.',
  ])
})

test('a file that is too long or nested too deeply has one problem, and many mistakes have a count', (t) => {
  const [long, ...none] = problems(t, `# ${'x'.repeat(65_536)}`)
  assert.match(long ?? '', /cannot be read: it has more than 65536 bytes, the maximum\.$/)
  assert.deepEqual(none, [])
  const deep = problems(t, `serve: ${'['.repeat(10_000)}`)
  assert.deepEqual(
    [deep.length, deep[0]?.replace(/^[\d:]+ /, '')],
    [1, 'The values are nested too deeply here: at most 32 levels are read.'],
  )
  const many = problems(t, Array.from({ length: 1_000 }, (_, index) => `k${index}: 1\n`).join(''))
  assert.deepEqual([many.length, many.at(-1)], [101, '1000:7: There are 900 more problems.'])
})

test('aliases are refused, and so is a file that is not there', (t) => {
  assert.deepEqual(problems(t, 'operator: &a { name: x }\nserve: *a\n'), [
    '2:8: Aliases are not allowed; write the value here.',
  ])
  assert.deepEqual(readSettingsFile('/nowhere/ratebook.yaml'), {
    problems: [
      "The settings file /nowhere/ratebook.yaml cannot be read: ENOENT: no such file or directory, open '/nowhere/ratebook.yaml'.",
    ],
  })
})

test('the options of a section are those that a variable can set, without those at the top', () => {
  for (const options of Object.values(sections))
    for (const { envVar, long } of options) assert.ok(envVar !== undefined, long ?? '')
  assert.ok(!optionsOf('serve').map(keyOf).includes('time_zone'))
  assert.ok(!optionsOf('collect').map(keyOf).includes('sources'))
})
