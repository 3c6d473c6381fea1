import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCatalogues } from '../../src/serve/http/catalogues.ts'
import { openBook } from '../support/book.ts'
import { pageTest, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-languages-'))
after(() => rmSync(folder, { recursive: true }))
const write = (language: string, catalogue: object): void =>
  writeFileSync(join(folder, `${language}.json`), JSON.stringify(catalogue))
write('sw', {
  page: { sectionNames: { market: 'Soko', deposit: 'Napata nini' }, loading: 'Inapakia …' },
  words: { institutions: { one: 'taasisi {count}', other: 'taasisi {count}' } },
  amountWords: [{ units: { laki: 5 } }],
})

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
const server = sharedMarket(book, '2026-03-01T00:00:00Z', {
  country: {
    country: 'KE',
    languages: ['en', 'sw'],
    catalogues: folder,
    typeNames: { nbfi: { en: { one: 'microfinance bank', other: 'microfinance banks' } } },
  },
})

pageTest(
  'a language without building: its sentences, and English for the others, marked',
  async (page) => {
    await show(page, `${server()}/?lang=sw`)
    assert.equal(await page.getAttribute('html', 'lang'), 'sw')
    assert.equal(await page.innerText('.languages'), 'English\nKiswahili')
    const sections = page.locator('nav a')
    assert.equal(await sections.nth(0).innerText(), 'Soko')
    assert.equal(await sections.nth(0).locator('[lang=en]').count(), 0)
    assert.equal(
      await sections.nth(2).locator('[lang=en].untranslated').innerText(),
      'All rates\u2060',
    )
    assert.match(
      await page.innerText('.masthead'),
      /\d{3} sentences of this page are not translated yet/,
    )
    assert.match(await page.innerText('.deck'), /Alpha Bank/)
    await show(page, `${server()}/deposit?lang=sw&amount=${encodeURIComponent('laki 5')}`)
    assert.equal(await page.getByRole('textbox').inputValue(), '500,000')
    const english = await fetch(`${server()}/languages/en.json`)
    assert.match(await english.text(), /"skip": "Skip to the figures"/)
    await show(page, `${server()}/`)
    assert.equal(await page.locator('.untranslated').count(), 0)
    assert.match(await page.getByLabel('Institutions').innerText(), /Microfinance banks/)
  },
)

const bundled = fileURLToPath(new URL('../../web/dist/languages/', import.meta.url))

test('a faulty catalogue gives one warning with its file and keys, and its good sentences stay', () => {
  write('pl', {
    page: { loading: 'Ładowanie …', skip: 5, nonsense: 'x', origin: 'Bez znacznika' },
    words: {
      institutions: { one: '{count} instytucja', other: '{count} instytucji' },
      paid: 'płatne {kiedy}',
    },
    calendar: { months: ['styczeń'] },
    amountWords: { units: {} },
  })
  const { languages, warnings } = readCatalogues(bundled, ['pl'], folder)
  const [problems = '', missing = ''] = warnings
  assert.ok(problems.startsWith(`${join(folder, 'pl.json')}: `), problems)
  for (const problem of [
    'page.skip must be a text',
    'page.nonsense is not a key of the English catalogue',
    'page.origin lacks <api> of the English text',
    'words.institutions lacks the plural form many, few; "other" stands in',
    'words.paid has {kiedy}, which the English text does not have',
    'calendar must have 12 months',
    'amountWords must be a list',
  ])
    assert.ok(problems.includes(problem), `${problem}: ${problems}`)
  assert.match(missing, /lacks \d+ of \d+ sentences; the page shows them in English/)
  const [polish] = languages
  assert.deepEqual(JSON.parse(polish?.json ?? ''), {
    page: { loading: 'Ładowanie …' },
    words: { institutions: { one: '{count} instytucja', other: '{count} instytucji' } },
  })
  assert.deepEqual([polish?.name, polish?.direction, polish?.amountWords], ['polski', 'ltr', []])
})

test('the server does not start with a language that has no catalogue, or one that is not JSON', () => {
  writeFileSync(join(folder, 'xh.json'), '{')
  assert.throws(
    () => readCatalogues(bundled, ['en', 'zu', 'xh'], folder),
    /There is no catalogue of the language "zu": write [^\n]*zu\.json, or take "zu" out of languages\.[^\n]*\n[^\n]*xh\.json is not a catalogue/,
  )
})

test('the bundled catalogues need no warning, and Arabic is written from right to left', () => {
  const { languages, warnings } = readCatalogues(bundled, ['en', 'si', 'ta'], undefined)
  assert.deepEqual(warnings, [])
  assert.deepEqual(
    languages.map(({ name, missing }) => [name, missing]),
    [
      ['English', 0],
      ['සිංහල', 0],
      ['தமிழ்', 0],
    ],
  )
  write('ar', {})
  assert.equal(readCatalogues(bundled, ['ar'], folder).languages[0]?.direction, 'rtl')
})
