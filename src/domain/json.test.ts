import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './json.ts'

test('keys are sorted by code unit at every depth, lists keep their order, and there is no white space', () => {
  const value = { b: [{ z: null, a: true }, 2, 1], a: 'x', B: {}, ab: -0 }
  assert.equal(canonicalJson(value), '{"B":{},"a":"x","ab":0,"b":[{"a":true,"z":null},2,1]}')
})

test('a member that is undefined is left out', () => {
  assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}')
})

test('texts are escaped only where JSON requires it', () => {
  const text = 'Sörli “&” </a> 🏦 \u2028 \\ " \n \u0001'
  assert.equal(canonicalJson(text), '"Sörli “&” </a> 🏦 \u2028 \\\\ \\" \\n \\u0001"')
})
