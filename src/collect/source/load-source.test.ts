import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import { loadSources, parseSource, type LoadedSource } from './load-source.ts'
import { sourceProblemLine } from './schema-problems.ts'

test('no file of a source keeps another one from being loaded, however it is made', (t) => {
  const folder = temporaryDirectory(t)
  const country = join(folder, 'ke')
  mkdirSync(join(country, 'folder.yaml'), { recursive: true })
  writeFileSync(join(country, 'alpha-bank.yaml'), sourceText)
  writeFileSync(join(country, 'long.yaml'), `# ${'x'.repeat(65_536)}\n${sourceText}`)
  writeFileSync(join(country, 'deep.yaml'), '['.repeat(10_000))
  writeFileSync(join(country, 'latin.yaml'), Buffer.from([0xe9]))
  symlinkSync('/dev/zero', join(country, 'endless.yaml'))
  symlinkSync('nowhere', join(country, 'missing.yaml'))
  const { sources, problems } = loadSources(folder)
  assert.deepEqual(
    sources.map(({ definition }) => definition.institution),
    ['alpha-bank'],
  )
  const tooLong = /cannot be read: it has more than 65536 bytes, the maximum\.$/
  const expected: Readonly<Record<string, RegExp>> = {
    'deep.yaml': /nested too deeply/,
    'endless.yaml': tooLong,
    'folder.yaml': /cannot be read: EISDIR/,
    'latin.yaml': /cannot be read: it is not UTF-8\.$/,
    'long.yaml': tooLong,
    'missing.yaml': /cannot be read: ENOENT/,
  }
  for (const [name, message] of Object.entries(expected)) {
    const own = problems.filter(({ file }) => file === join(country, name))
    assert.equal(own.length, 1, name)
    assert.match(own[0]?.message ?? '', message)
  }
  assert.equal(problems.length, 6)
})

const names = { file: 'sources/lk/alpha-bank.yaml', name: 'lk/alpha-bank.yaml' }

function parsed(text: string): LoadedSource {
  const source = parseSource(text, names)
  if ('problems' in source) assert.fail(source.problems.map(sourceProblemLine).join('\n'))
  return source
}

/** The problems of a text, each as `line:column message`. */
function problemsOf(text: string): readonly string[] {
  const source = parseSource(text, names)
  return 'problems' in source
    ? source.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : []
}

test('a definition is read with its file and the digest of its text', () => {
  const { ref, definition } = parsed(sourceText)
  assert.equal(ref.file, 'lk/alpha-bank.yaml')
  assert.match(ref.digest, /^[0-9a-f]{64}$/)
  assert.equal(definition.misprints?.[0]?.until, '2026-12-31')
})

test('the digest follows what decides how pages are read, and nothing else', () => {
  const { digest } = parsed(sourceText).ref
  const same = [
    editedSource(' # twice on every working day', ''),
    editedSource('17 9,15', '5 8'),
    editedSource('verified_live: false', 'verified_live: true'),
    editedSource('empty: ["", "-"]', "empty:\n  - ''\n  - '-'"),
  ]
  for (const text of same) assert.equal(parsed(text).ref.digest, digest, text)
  const other = [
    editedSource('KES', 'USD'),
    editedSource('timezone: Africa/Nairobi', 'timezone: UTC'),
    editedSource('alpha-bank.example', 'bank.example'),
    editedSource('means: effective', 'means: read'),
    editedSource('["", "-"]', '["", "-", "–"]'),
    editedSource('0.06', '0.05'),
    editedSource('header_rows: 2', 'header_rows: 1'),
    editedSource('  - Savings\n', ''),
    editedSource('7.77', '7.78'),
    editedSource('[3]', '[3, 6]'),
  ]
  const digests = new Set([digest, ...other.map((text) => parsed(text).ref.digest)])
  assert.equal(digests.size, other.length + 1)
})

test('a path that an entry cannot keep is a mistake of the file', () => {
  for (const [folder, problem] of [
    ['l\u00ADk', 'Character 2 is U+00AD, an invisible or directional character; remove it.'],
    ['l'.repeat(300), 'The text is longer than 300 characters.'],
  ] as const) {
    const source = parseSource(sourceText, { file: 'a.yaml', name: `${folder}/alpha-bank.yaml` })
    assert.deepEqual('problems' in source && source.problems.map(({ message }) => message), [
      `Entries cannot keep the path of the file; rename its folder: ${problem}`,
    ])
  }
})

test('each mistake is named with its line and column, and with the nearest right word', () => {
  const mistakes: readonly (readonly [string, string, string])[] = [
    [
      'Period: tenure',
      'Period: tenure\n      Paid: { is: payout, values: { At the end: maturty } }',
      '19:49 "maturty" is not a payout; did you mean "maturity"?',
    ],
    ['currency:', 'curency:', '1:1 The key "currency" is missing.'],
    ['currency:', 'curency:', '2:1 The key "curency" is not known here; did you mean "currency"?'],
    ['html', 'hmtl', '9:13 "hmtl" is not allowed here; did you mean "html"?'],
    ['html', 'docx', '9:13 "docx" is not allowed here; possible: html, json, pdf, xlsx.'],
    ['"0.06"', '0.06', '13:38 This must be a text, not a number; write it in quotes: "0.06".'],
    [
      '"0.06"',
      '".06"',
      '13:38 ".06" does not fit here. Expected: The largest difference from the computed AER, in percent.',
    ],
    ['["", "-"]', '"-"', '12:8 This must be a list, not a text.'],
    ['["", "-"]', '', '12:8 This must be a list, not empty.'],
    ['verified_live: false', 'verified_live: no', '5:16 This must be true or false, not a text.'],
    ['header_rows: 2', 'header_rows: 9', '16:18 9 must be at least 0 and at most 5.'],
    [
      'Period: tenure',
      'Period: tenur',
      '18:15 "tenur" is not allowed here; did you mean "tenure"?',
    ],
    [
      'maturity, is: aer',
      'maturity, is: aeer',
      '20:50 "aeer" is not allowed here; did you mean "aer"?',
    ],
    [
      'maturity, is: aer',
      'maturity, if: aer',
      '20:46 The key "if" is not known here; did you mean "is"?',
    ],
    [
      'column: Half yearly, because: no such payout',
      'column: Half yearly',
      '25:5 The key "because" is missing.',
    ],
    [
      '[3]',
      '[soon]',
      '30:13 "soon" is not a tenure; write months, such as 12, or words: "100 days", "13 weeks", "12 months to under 24 months".',
    ],
    [
      'ignore:',
      '    rows:\n      Call: { tenure: a while, because: so }\nignore:',
      '24:23 "a while" is not a tenure; write months, such as 12, or words: "100 days", "13 weeks", "12 months to under 24 months".',
    ],
    [
      'tables:',
      'gate: { lowest_rate: { value: "0", because: so } }\ntables:',
      '14:31 The limit 0 is not a plain number from 0.001 to 1000 (percent).',
    ],
    [
      'tables:',
      'gate: { lowest_rate: { value: "9", because: so }, highest_rate: { value: "8", because: so } }\ntables:',
      '14:31 lowest_rate 9 is above highest_rate 8; every rate would be a finding.',
    ],
    [
      'tables:',
      'gate: { aer_tolerance: { value: "9", because: so } }\ntables:',
      '14:9 The key "aer_tolerance" is not known here; possible: lowest_rate, highest_rate, senior_excess, large_move_with_aer, large_move_without_aer, very_large_move, unit_factor, many_moves_from.',
    ],
    ['[3]', '[]', '30:12 The list has 0 items; it must have at least 1.'],
    [
      '  monthly: [3]',
      '  monthy: [3]',
      '30:3 The key "monthy" is not known here; did you mean "monthly"?',
    ],
    ['KES', 'KEX', '2:11 "KEX" is not a currency of ISO 4217; did you mean "KES"?'],
    [
      'Africa/Nairobi',
      'Africa/Nairbi',
      '3:11 "Africa/Nairbi" is not a time zone; did you mean "Africa/Nairobi"?',
    ],
    [
      '17 9,15',
      '61 9,15',
      '4:11 "61 9,15 * * 1-5" is not a schedule: Invalid value for minute: 61.',
    ],
    [
      '* * 1-5',
      '* *',
      '4:11 "17 9,15 * *" has 4 fields; a schedule has five: minute, hour, day, month, weekday.',
    ],
    [
      '* * 1-5',
      '30 2 *',
      '4:11 "17 9,15 30 2 *" is not a schedule: no day is like "17 9,15 30 2 *".',
    ],
    [
      'https://alpha',
      'ftp://alpha',
      '8:10 "ftp://alpha-bank.example/rates" is not an address such as https://bank.example/rates, without a user name.',
    ],
    [
      '  - under',
      '  - page: rate\n    under',
      '15:11 No page has the name "rate"; did you mean "rates"?',
    ],
    ['{ under', '{ page: home, under', '11:15 No page has the name "home"; possible: rates.'],
    [
      'empty:',
      'compare: [[rates, other]]\nempty:',
      '12:19 No page has the name "other"; possible: rates.',
    ],
    ['{MMMM}', '{MMMMM}', '11:40 {MMMMM} is not a part of a form; did you mean "MMMM"?'],
    [
      ' {YYYY}',
      '',
      '11:40 The date has no year; write {D}, {MMMM} and {YYYY}, or {date} for all of them.',
    ],
    [
      'general 24 maturity',
      'general 24',
      '27:14 Give the variant, the tenure, the payout and, where there are several, the minimum deposit: "general 12 maturity 5000", "general 360 days maturity", or "general 12-24 maturity" for a range.',
    ],
    ['2026-12-31', '2026-11-31', '27:55 2026-11-31 is not a day of the calendar.'],
    [
      'monthly: [3]',
      'annual: [3]',
      '30:3 No table has the payout annual; possible: maturity, monthly.',
    ],
    [
      'maturity: [1, 3, "3.29", 100 days]\n  monthly: [3]',
      'senior_citizen: { monthly: [3] }',
      '29:3 No table has the variant senior_citizen; possible: general.',
    ],
    [
      'header_rows: 2',
      'variant: senior_citizen',
      '28:1 The tables give rates of senior_citizen, but no tenures of it are expected; list them under senior_citizen, by payout.',
    ],
    [
      'empty: ["", "-"]',
      'empty: ["", "-"]\nempty: []',
      '13:1 This key is given twice; keep one of them.',
    ],
    ['    header_rows: 2', '\theader_rows: 2', '16:1 A tab cannot indent a line; use spaces.'],
    [
      'verified_live: false',
      'verified_live: !yes false',
      '5:16 Tags are not allowed; write the value without it.',
    ],
  ]
  const missing = mistakes.flatMap(([part, replacement, problem]) => {
    const problems = problemsOf(editedSource(part, replacement))
    return problems.includes(problem) ? [] : [{ replacement, problem, problems }]
  })
  assert.deepEqual(missing, [])
})

test('a text that is no mapping, and two documents, are refused', () => {
  assert.deepEqual(problemsOf('- a\n'), ['1:1 This must be keys with values, not a list.'])
  assert.deepEqual(problemsOf(''), ['1:1 This must be keys with values, not empty.'])
  assert.deepEqual(problemsOf(`${sourceText}---\n${sourceText}`), [
    '31:1 A file has one document; remove the line "---" and what follows it.',
  ])
})

test('aliases are refused, each at its place, however many values they would become', () => {
  const tenfold = (line: string, name: string): string =>
    `${line}: &${line} [${`*${name},`.repeat(10)}]\n`
  const bomb = `a: &a [x]\n${tenfold('b', 'a')}${tenfold('c', 'b')}${tenfold('d', 'c')}${tenfold('e', 'd')}`
  const problems = problemsOf(bomb)
  assert.equal(problems.length, 40)
  assert.equal(problems[0], '2:8 Aliases are not allowed; write the value here.')
  const own = 'Aliases are not allowed; write the value here.'
  assert.deepEqual(problemsOf('a: *b\n'), [`1:4 ${own}`])
  assert.deepEqual(problemsOf('a: &a [*a]\n'), [`1:8 ${own}`])
})

test('all mistakes are named at once, in the order of the file', () => {
  const text = editedSource('html', 'htm').replace('0.06', 'x').replace('[3]', '[0]')
  assert.deepEqual(
    problemsOf(text).map((line) => line.split(' ')[0]),
    ['9:13', '13:38', '30:13'],
  )
})
