import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressCheck, webhookRefusal } from './address-check.ts'

/** Addresses that are not public, with the reason. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1', 'feff::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '250.1.2.3'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '192.88.99.1'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.255',
    '2001:db8::1',
    '2001:0db8:ffff::1',
    '3fff::1',
  ],
  benchmark: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8', '::7f00:1'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::808:808', '64:ff9b:1::1', '64:ff9b:1:ffff::8.8.8.8'],
  '6to4': ['2002:7f00:1::1', '2002:808:808::1', '2002::'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'outside global unicast': ['1::1', '100::1', '4000::1', '5f00::1', 'dead:beef::1'],
  'no address': ['', 'localhost', '127.1', '0x7f.0.0.1', '8.8.8', '2130706433', '1.2.3.4/8'],
}

/** Public addresses, some of them next to a block that is not. */
const reachable = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '3ffe::1',
]

const check = createAddressCheck([])

for (const [kind, addresses] of Object.entries(refused)) {
  test(`no request is sent to addresses of the kind: ${kind}`, () => {
    assert.deepEqual(
      addresses.filter((address) => check.isReachable(address) || check.isNamed(address)),
      [],
    )
  })
}

test('requests may be sent to public addresses', () => {
  assert.deepEqual(
    reachable.filter((address) => !check.isReachable(address)),
    [],
  )
})

test('--allow-address names an address or a block, and nothing else', () => {
  const named = createAddressCheck(['127.0.0.1', '10.1.2.3/8', 'fd00::/8', '::1', '64:ff9b::/96'])
  const through = ['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.1', '10.255.1.1', 'fd12::1', '::1']
  for (const address of [...through, '64:ff9b::808:808']) {
    assert.deepEqual([named.isNamed(address), named.isReachable(address)], [true, true], address)
  }
  for (const address of ['127.0.0.2', '11.0.0.1', 'fc00::1', '::2', 'fd12::1%eth0', '8.8.8.8']) {
    assert.equal(named.isNamed(address), false, address)
  }
  assert.deepEqual(
    [named.isReachable('8.8.8.8'), named.isReachable('127.0.0.2'), named.isReachable('fc00::1')],
    [true, false, false],
  )
})

test('http is only for addresses that --allow-address names', () => {
  const named = createAddressCheck(['127.0.0.1'])
  const [plain, secure] = [new URL('http://a.example/'), new URL('https://a.example/')]
  assert.match(webhookRefusal(plain, ['8.8.8.8'], named) ?? '', /^http is only for/)
  assert.equal(webhookRefusal(plain, ['127.0.0.1'], named), undefined)
  assert.equal(webhookRefusal(secure, ['127.0.0.1'], named), undefined)
})
