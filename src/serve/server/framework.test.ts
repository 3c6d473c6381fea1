import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forwardedAddresses } from './framework.ts'

void test('forwardedAddresses removes ports and drops everything before an invalid address', () => {
  const cases: readonly (readonly [header: string, addresses: string])[] = [
    ['198.51.100.1', '198.51.100.1'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['::ffff:198.51.100.1', '::ffff:198.51.100.1'],
    ['198.51.100.1:4711,\t[2001:db8::1]:80 , 10.0.0.1', '198.51.100.1, 2001:db8::1, 10.0.0.1'],
    ['unknown, 198.51.100.1', '198.51.100.1'],
    ['198.51.100.1, _hidden', ''],
    ['1.1.1.1, unknown, 198.51.100.1:80, 10.0.0.1', '198.51.100.1, 10.0.0.1'],
    ['junk, 1.1.1.1, unknown, 198.51.100.1', '198.51.100.1'],
    [' , 198.51.100.1,, 10.0.0.1, ', '198.51.100.1, 10.0.0.1'],
    ['"198.51.100.1"', ''],
    ['198.51.100.256', ''],
    ['198.51.100.1:', ''],
    ['[198.51.100.1', ''],
    ['', ''],
  ]
  for (const [header, addresses] of cases) assert.equal(forwardedAddresses(header), addresses)
})
