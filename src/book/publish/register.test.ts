import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameSkeletons } from './register.ts'

const lookAlike = (one: string, other: string) =>
  nameSkeletons(one).some((skeleton) => nameSkeletons(other).includes(skeleton))

test('names that look alike share a skeleton', () => {
  const pairs = [
    ["People's Bank", "People's Bank"],
    ["People's Bank", 'People\u2019s Bank'],
    ["People's Bank", "Peo\u0440le's Bank"],
    ["People's Bank", "PEOPLE'S  BANK "],
    ['Hatton National Bank', '\u0397atton NATIONAL Bank'],
    ["People's Bank", "\u0420EOPLE'S BANK"],
    ['Hatton National Bank', '\u0397atton National Bank'],
    ['Hatton National Bank', 'Hatton\u00A0National Bank'],
    ['Commercial Bank', 'Cornmercial Bank'],
    ['Illustra Finance', 'lllustra Finance'],
    ['Søn Bank', 'So\u0338n Bank'],
    ['Zürich', 'Zu\u0308rich'],
    ['Sampath Bank', '\uFF33ampath Bank'],
    ['Sampath Bank', 'Sampath\u00AD Bank'],
  ] as const
  for (const [one, other] of pairs) assert.ok(lookAlike(one, other), `${one} and ${other}`)
})

test('names that differ visibly share none', () => {
  const pairs = [
    ["People's Bank", "People's Leasing"],
    ['Union Bank', 'Onion Bank'],
    ['HNB', 'HNB Finance'],
    ['Bank 1', 'Bank 2'],
  ] as const
  for (const [one, other] of pairs) assert.ok(!lookAlike(one, other), `${one} and ${other}`)
})
