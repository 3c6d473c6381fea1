import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atLeast, atMost } from '../bench/report/section.ts'

void test('What misses its bound is told with as many digits as show that; what meets it with three', () => {
  const misses = [
    { verdict: atLeast('answers', 1, 0.98), measured: '0.98 ×' },
    { verdict: atLeast('answers', 1, 0.99997), measured: '0.99997 ×' },
    { verdict: atLeast('answers', 400, 399.97), measured: '399.97 ×' },
    { verdict: atMost('p99', 2, 2.0003), measured: '2.0003 ×' },
    { verdict: atMost('visible', 1000, 1000.4, 'ms'), measured: '1000.4 ms' },
    { verdict: atMost('visible', 1000, 1234.4, 'ms'), measured: '1 234 ms' },
    { verdict: atLeast('answers', 1, Number.NaN), measured: '– ×' },
  ]
  for (const { verdict, measured } of misses) {
    assert.equal(verdict.measured.replaceAll(/\s/g, ' '), measured)
    assert.equal(verdict.isMet, false, measured)
  }
  assert.deepEqual(atLeast('answers', 1, 1.00001), {
    what: 'answers',
    target: '≥ 1 ×',
    measured: '1.00 ×',
    isMet: true,
  })
  assert.equal(atMost('p99', 2, 2).isMet, true)
})
