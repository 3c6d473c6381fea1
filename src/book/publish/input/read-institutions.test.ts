import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from '../../../domain/json.ts'
import { readInstitutions } from './read-institutions.ts'
import { serializeInstitution } from './serialize.ts'

const record = {
  id: 'alpha',
  name: 'Alpha',
  type: 'bank',
  website: 'https://alpha.example',
  active: true,
  license_type: 'commercial_bank',
  credit_rating: null,
  rating_agency: null,
  rating_updated: null,
  stale_after_days: 7,
}

function read(...insurances: readonly unknown[]) {
  const records = insurances.map((insurance, index) => ({
    ...record,
    id: `alpha-${index}`,
    insurance,
  }))
  return readInstitutions(Buffer.from(JSON.stringify(records)))
}

const insured = {
  status: 'insured_up_to',
  amount: '500000',
  currency: 'KES',
  scheme: 'KDIC',
  address: 'https://kdic.example/',
  since: '2020-07-01',
}

test('an institution may say how its deposits are insured', () => {
  const given = [
    insured,
    { status: 'insured_up_to', amount: '250000.00', currency: 'USD' },
    { status: 'guaranteed_by_state', scheme: 'Treasury', since: '2001-01-01' },
    { status: 'not_insured', address: 'https://alpha.example/risk' },
    { status: 'unknown' },
  ]
  const { institutions, problems } = read(...given)
  assert.deepEqual(problems, [])
  assert.deepEqual(
    institutions.map(({ insurance }) => insurance),
    given,
  )
  for (const institution of institutions) {
    const again = readInstitutions(serializeInstitution(institution)).institutions
    assert.equal(canonicalJson(again), canonicalJson([institution]))
  }
})

test('a record without insurance has no such key', () => {
  const { institutions } = readInstitutions(Buffer.from(JSON.stringify([record])))
  assert.equal(Object.keys(institutions[0] ?? {}).length, 10)
})

test('all problems of an insurance are reported at once', () => {
  const { institutions, problems } = read(
    { status: 'insured_up_to', since: '2020-02-30', fund: 'KDIC' },
    { status: 'not_insured', amount: '5', currency: 'KES' },
    { ...insured, amount: 500000, currency: 'Ksh', address: 'kdic.example' },
    { ...insured, amount: '0' },
    { amount: '500000', currency: 'KES' },
    { status: 'insured' },
    'KES 500,000',
    null,
  )
  assert.deepEqual(institutions, [])
  assert.deepEqual(
    problems.map(({ code, location }) => `${location} ${code}`),
    [
      '[0].insurance."fund" unknown-key',
      '[0].insurance.since bad-day',
      '[0].insurance.amount missing-key',
      '[0].insurance.currency missing-key',
      '[1].insurance.amount unknown-key',
      '[1].insurance.currency unknown-key',
      '[2].insurance.amount wrong-type',
      '[2].insurance.currency bad-currency',
      '[2].insurance.address bad-url',
      '[3].insurance.amount out-of-range',
      '[4].insurance.status missing-key',
      '[5].insurance.status unknown-value',
      '[6].insurance wrong-type',
      '[7].insurance wrong-type',
    ],
  )
  assert.ok(
    problems.some(
      ({ message }) =>
        message === 'The key belongs to the status insured_up_to, not to not_insured; remove it.',
    ),
  )
})
