import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userAgentOf } from './user-agent.ts'

test('the User-Agent names Ratebook, its version and the contact address of the operator', () => {
  const agents = ['rates@example.org', 'r.b+x@mail.example.co.uk', 'https://example.org/bot?a=1']
  assert.deepEqual(
    agents.map((contact) => userAgentOf('1.2.3', contact)),
    [
      'Ratebook/1.2.3 (+mailto:rates@example.org)',
      'Ratebook/1.2.3 (+mailto:r.b+x@mail.example.co.uk)',
      'Ratebook/1.2.3 (+https://example.org/bot?a=1)',
    ],
  )
})

test('a contact that is not an address, or does not fit into a header, is refused', () => {
  for (const contact of [
    '',
    'rates',
    'rates@localhost',
    '@example.org',
    'a b@example.org',
    'rates@example.org\r\nCookie: a=b',
    'räte@example.org',
    'ftp://example.org/',
    'https://',
    'https://example.org/(bot)',
    'https://example.org/ä',
    'example.org',
  ]) {
    assert.equal(userAgentOf('1.2.3', contact), undefined, contact)
  }
})
