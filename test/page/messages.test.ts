import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessages, english } from '../../web/messages/messages.ts'
import si from '../../web/messages/si.json' with { type: 'json' }
import ta from '../../web/messages/ta.json' with { type: 'json' }

const { words } = createMessages('en')
const translations = { si, ta }

/** The key of each text, with the names of its placeholders and tags. */
function textsOf(texts: object, path = ''): readonly (readonly [string, ReadonlySet<string>])[] {
  return Object.entries(texts).flatMap(([key, text]: [string, string | object]) => {
    const isText = typeof text === 'string' || 'other' in text
    if (!isText) return textsOf(text, `${path}${key}.`)
    const names = JSON.stringify(text).matchAll(/(?<=\{)\w+(?=[:}])|<\w+>/g)
    return [[path + key, new Set([...names].map(([name]) => name))] as const]
  })
}

/** Tamil names the institutions whose rates are confirmed, too. */
const moreValues: Readonly<Record<string, readonly string[]>> = {
  'sources.someOlder': ['confirmed'],
}

for (const [language, texts] of Object.entries(translations)) {
  test(`no key is missing or unknown: ${language}`, () => {
    const keysOf = (texts: object) => textsOf(texts).map(([key]) => key)
    assert.ok(keysOf(english).length > 500)
    assert.deepEqual(keysOf(texts), keysOf(english))
  })

  test(`a translation has the tags of the English text, and no other placeholders: ${language}`, () => {
    const translated = new Map(textsOf(texts))
    for (const [key, names] of textsOf(english)) {
      const own = translated.get(key) ?? new Set()
      const known = new Set([...names, ...(moreValues[key] ?? [])])
      assert.deepEqual(own.difference(known), new Set(), key)
      const tags = [...names].filter((name) => name.startsWith('<'))
      assert.deepEqual(new Set(tags).difference(own), new Set(), key)
    }
  })
}

for (const [language, { columns, takeAlong }] of Object.entries({ en: english, si, ta })) {
  test(`no two columns of a file share a head: ${language}`, () => {
    const labels = Object.entries(takeAlong).filter(([name]) => name.endsWith('Label'))
    const heads = [...Object.values(columns), ...labels.map(([, label]) => label)]
    assert.ok(heads.length > 50)
    assert.deepEqual(
      heads.filter((head, index) => heads.indexOf(head) !== index),
      [],
    )
  })
}

test('a text takes the plural form of its language, and groups digits', () => {
  assert.equal(words.institutions(1), '1 institution')
  assert.equal(words.institutions(1234), '1,234 institutions')
  assert.equal(createMessages('ta', ta).words.institutions(1), '1 நிறுவனம்')
  assert.equal(words.tenure('0.5'), '0.5 months')
})

test('a length of time has the ending that its sentence asks for', () => {
  const { market, institution } = createMessages('ta', ta)
  const late = market.lastConfirmed({ duration: '12 மாதங்கள்' })
  assert.equal(late, 'கடைசியாக உறுதி செய்யப்பட்டது 12 மாதங்களுக்கு முன்')
  const gap = institution.history.longGap({ duration: '40 நாட்கள்' })
  assert.equal(gap, '40 நாட்களாக படிக்கப்படவில்லை')
})

test('a duration is in its largest unit, and a year has 365 days', () => {
  for (const [days, text] of [
    [1, '1 day'],
    [61, '61 days'],
    [62, '2 months'],
    [364, '11 months'],
    [365, '12 months'],
    [729, '23 months'],
    [730, '2 years'],
    [1094, '2 years'],
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
