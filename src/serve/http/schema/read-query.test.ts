import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import * as parameters from './parameters.ts'
import { readQuery, type RawQuery } from './read-query.ts'

const schema = Type.Object({
  tenure_months: parameters.tenure,
  type: Type.Optional(parameters.type),
  since: Type.Optional(parameters.since),
  until: Type.Optional(parameters.until),
  limit: parameters.limit(1000, 200),
  offset: parameters.offset,
  active_only: parameters.activeOnly,
})
const read = (raw: RawQuery) => readQuery(schema, { tenure_months: '12', ...raw })
const messageOf = (raw: RawQuery) => {
  const answer = read(raw)
  return 'errors' in answer ? answer.errors.map(({ message }) => message) : answer.query
}

test('an absent parameter has its default, and unknown parameters are ignored', () => {
  const query = { tenure_months: '12', limit: 200, offset: 0, active_only: true }
  assert.deepEqual(read({ colour: 'red', constructor: 'x' }), { query })
})

test('a decimal or a day keeps its text', () => {
  const answer = read({
    tenure_months: '12.00',
    since: '2026-06-01',
    limit: '7',
    active_only: 'false',
  })
  const query = {
    tenure_months: '12.00',
    since: '2026-06-01',
    limit: 7,
    offset: 0,
    active_only: false,
  }
  assert.deepEqual(answer, { query })
})

test('part 7 rule 2: each wrong value has its own message', () => {
  const wrong: [raw: RawQuery, message: RegExp][] = [
    [{ type: 'Bank' }, /^type must be one of bank, nbfi\.$/],
    [{ type: '' }, /^type is empty/],
    [{ type: ['bank', 'bank'] }, /^type is given more than once\.$/],
    [{ active_only: '1' }, /^active_only must be true or false\.$/],
    [{ limit: '0' }, /^limit must be a whole number from 1 to 1000\.$/],
    [{ limit: '1001' }, /^limit must be a whole number from 1 to 1000\.$/],
    [{ limit: '1e2' }, /^limit must be a whole number/],
    [{ limit: '07' }, /^limit must be a whole number/],
    [{ limit: '7.0' }, /^limit must be a whole number/],
    [{ offset: '-1' }, /^offset must be a whole number, 0 or more\.$/],
    [{ offset: ' 1' }, /^offset must be a whole number/],
    [{ since: '2026-02-29' }, /^since must be a calendar day that exists/],
    [{ since: '2026-06-01T00:00:00Z' }, /^since must be a calendar day/],
    [
      { since: '2026-06-30', until: '2026-06-01' },
      /^until must not be before since: it is 2026-06-01, and since is 2026-06-30\.$/,
    ],
  ]
  for (const [raw, message] of wrong) {
    const messages = messageOf(raw)
    assert.ok(Array.isArray(messages) && messages.length === 1, JSON.stringify(raw))
    assert.match(messages[0] ?? '', message)
  }
})

test('a range of days may be a single day', () => {
  assert.ok('query' in read({ since: '2026-06-01', until: '2026-06-01' }))
})

test('a tenure is a plain decimal above zero', () => {
  const wrong = [
    '0',
    '0.00',
    '-1',
    '1e1',
    '0x10',
    ' 12',
    '12 ',
    '12\n',
    'NaN',
    '.5',
    '1.',
    '012',
    '12,0',
  ]
  for (const tenure_months of wrong) {
    const answer = read({ tenure_months })
    const message = 'tenure_months must be a plain decimal above zero, such as 12 or 3.29.'
    assert.deepEqual(answer, { errors: [{ parameter: 'tenure_months', message }] }, tenure_months)
  }
  for (const tenure_months of ['12', '12.0', '3.29', '0.03']) {
    assert.ok('query' in read({ tenure_months }), tenure_months)
  }
})

test('part 7 rule 1: all missing and wrong parameters are reported together', () => {
  const answer = readQuery(schema, { type: 'x', limit: '0' })
  assert.ok('errors' in answer)
  const named = answer.errors.map(({ parameter }) => parameter)
  assert.deepEqual(named, ['tenure_months', 'type', 'limit'])
  assert.equal(answer.errors[0]?.message, 'tenure_months is required.')
})
