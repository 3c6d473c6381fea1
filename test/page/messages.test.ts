import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { noPageSettings } from '../../src/domain/book-settings.ts'
import { checkCatalogue } from '../../src/serve/http/catalogues.ts'
import { english } from '../../web/messages/en/english.ts'
import { createMessages as messagesOf } from '../../web/messages/messages.ts'
import si from '../../web/messages/si.json' with { type: 'json' }
import ta from '../../web/messages/ta.json' with { type: 'json' }

const createMessages = (language: string, catalogue?: Parameters<typeof messagesOf>[2]) =>
  messagesOf(language, noPageSettings, catalogue)
const { words } = createMessages('en')
const folder = new URL('../../web/messages/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

for (const file of files) {
  const language = file.replace('.json', '')
  const catalogue = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as typeof si
  test(`the catalogue is complete and has no problem: ${language}`, () => {
    const { problems, all, missing } = checkCatalogue(english, catalogue, language)
    assert.deepEqual(problems, [])
    assert.ok(all > 500)
    assert.equal(missing, 0)
  })
  test(`no two columns of a file share a head: ${language}`, () => noSharedHeads(catalogue))
}

test('no two columns of a file share a head: en', () => noSharedHeads(english))

function noSharedHeads({ columns, takeAlong }: Pick<typeof si, 'columns' | 'takeAlong'>): void {
  const labels = Object.entries(takeAlong).filter(([name]) => name.endsWith('Label'))
  const heads = [...Object.values(columns), ...labels.map(([, label]) => label)]
  assert.ok(heads.length > 50)
  assert.deepEqual(
    heads.filter((head, index) => heads.indexOf(head) !== index),
    [],
  )
}

test('a text takes the plural form of its language, and groups digits', () => {
  assert.equal(words.institutions(1), '1 institution')
  assert.equal(words.institutions(1234), '1,234 institutions')
  assert.equal(createMessages('ta', ta).words.institutions(1), '1 நிறுவனம்')
  assert.equal(words.tenure('0.5'), '0.5 months')
})

test('a range of tenures has its bounds as people say them', () => {
  const ranges = [
    ['12', '24', '12 to 24 months'],
    ['12.00', '23.97', '12 to under 24 months'],
    ['24.03', '36', 'above 24 to 36 months'],
    ['1.51', '2.96', '46 to 90 days'],
    ['0.23', '12', '7 days to 12 months'],
  ] as const
  for (const [from, to, text] of ranges) assert.equal(words.tenure(from, to), text)
  assert.equal(createMessages('si', si).words.tenure('12', '23.97'), 'මාස 12 – 24ට අඩු')
  assert.equal(createMessages('ta', ta).words.tenure('12', '24'), 'மாதங்கள் 12 – 24')
})

test('a sentence that a catalogue lacks is in English, with its plural and a mark at its end', () => {
  const { words, page, market } = createMessages('ta', { page: { loading: 'ஏற்றுகிறது' } })
  assert.equal(page.loading, 'ஏற்றுகிறது')
  assert.equal(page.skip, 'Skip to the figures\u2060')
  assert.equal(words.institutions(1), '1 institution\u2060')
  assert.equal(market.best({ tenure: '12-month', rate: '9.50' }).at(-1), '\u2060')
  assert.equal(page.unreviewed, '')
})

test('words for types of institutions are those of the country, where the settings have them', () => {
  const names = { one: 'microfinance bank', other: 'microfinance banks' }
  const settings = { ...noPageSettings, typeNames: { nbfi: { en: names } } }
  const { words, market } = messagesOf('en', settings)
  assert.equal(words.types.nbfi, 'Microfinance banks')
  assert.equal(words.typeNouns.nbfi, 'microfinance bank')
  assert.equal(words.types.bank, 'Banks')
  assert.equal(words.bothTypes, 'Banks and microfinance banks')
  const type = words.typeNouns.nbfi
  assert.equal(
    market.medianOfType({ type, rate: '9' }),
    'The median microfinance bank pays 9\u00A0%.',
  )
})

test('a length of time has the ending that its sentence asks for', () => {
  const { market, institution } = createMessages('ta', ta)
  const late = market.lastConfirmed({ duration: '12 மாதங்கள்' })
  assert.equal(late, 'கடைசியாக உறுதி செய்யப்பட்டது 12 மாதங்களுக்கு முன்')
  const gap = institution.history.longGap({ duration: '40 நாட்கள்' })
  assert.equal(gap, '40 நாட்களாக படிக்கப்படவில்லை')
  const years = createMessages('ta', ta).words.duration(1050)
  assert.match(market.lastConfirmed({ duration: years }), / 2 வருடங்கள் 10 மாதங்களுக்கு முன்$/)
})

test('a duration has days, months, or years and months, and a year has 365 days', () => {
  for (const [days, text] of [
    [1, '1 day'],
    [61, '61 days'],
    [62, '2 months'],
    [364, '11 months'],
    [365, '12 months'],
    [729, '23 months'],
    [730, '2 years'],
    [760, '2 years'],
    [761, '2 years and 1 month'],
    [1050, '2 years and 10 months'],
    [1094, '2 years and 11 months'],
    [1095, '3 years'],
  ] as const)
    assert.equal(words.duration(days), text)
})

test('a time is in the time zone of the book, which it names; without one it is UTC', () => {
  const at = '2026-11-26T20:50:00Z'
  assert.equal(words.time(at, 'Asia/Colombo'), '27 November 2026, 02:20, Colombo time')
  assert.equal(
    words.time(at, 'America/Argentina/Buenos_Aires'),
    '26 November 2026, 17:50, Buenos Aires time',
  )
  assert.equal(words.time(at, 'UTC'), '26 November 2026, 20:50 UTC')
  const sinhala = createMessages('si', si).words
  assert.equal(sinhala.time(at, 'Asia/Colombo'), '2026 නොවැම්බර් 27, 02:20, Colombo වේලාව')
  const tamil = createMessages('ta', ta).words
  assert.match(tamil.time(at, 'Asia/Colombo'), /27.*2026, 02:20, Colombo நேரம்$/)
})
