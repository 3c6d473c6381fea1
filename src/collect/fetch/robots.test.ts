import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRobots, userAgentOf } from './robots.ts'

const isAllowed = (text: string, path: string): boolean => parseRobots(text).isAllowed(path)

test('other records between two names do not end the group (RFC 9309, 2.2.4)', () => {
  for (const record of [
    'Sitemap: http://a.example/s.xml',
    'Crawl-delay: 1',
    'Host: a',
    '',
    '# x',
  ]) {
    const own = `User-agent: Ratebook\n${record}\nUser-agent: Otherbot\nDisallow: /rates\n`
    assert.equal(isAllowed(own, '/rates'), false, record)
    assert.equal(isAllowed(own.replace('Ratebook', '*'), '/rates'), false, record)
  }
})

test('only a rule ends the names of a group', () => {
  const text = 'User-agent: Ratebook\nDisallow:\nUser-agent: Otherbot\nDisallow: /\n'
  assert.equal(isAllowed(text, '/rates'), true)
  assert.equal(isAllowed('Disallow: /\nUser-agent: *\nDisallow: /a\n', '/rates'), true)
})

test('groups of the same agent are merged, and its groups replace those of everybody', () => {
  const text =
    'User-agent: ratebook\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUSER-AGENT: RateBook/2\nDisallow: /b\n'
  assert.deepEqual(
    ['/a', '/b', '/c'].map((path) => isAllowed(text, path)),
    [false, false, true],
  )
  assert.equal(isAllowed('User-agent: *\nDisallow: /\nUser-agent: Ratebook\n', '/rates'), true)
  assert.equal(isAllowed('User-agent: Ratebook2\nDisallow: /\n', '/rates'), true)
})

/** Pattern, path, and whether the pattern matches it. */
const patterns: readonly (readonly [string, string, boolean])[] = [
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
  // The table of RFC 9309, 2.2.2.
  ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
  ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', true],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
  ['/foo/bar/baz', '/foo/bar/%62%61%7A', true],
  ['/%72ates.html', '/rates.html', true],
  ['/a%2Fb', '/a/b', false],
  ['/a/b', '/a%2Fb', false],
  ['/a%2fb', '/a%2Fb', true],
  ['/100%', '/100%', true],
  ['/a b<', '/a%20b%3C', true],
  // 2.2.3: special characters.
  ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
  ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', false],
  ['/path/foo-%24', '/path/foo-$', true],
  ['/a$b', '/a$b/c', true],
  ['/*.pdf$', '/a/b.pdf', true],
  ['/*.pdf$', '/a.pdf/b.pdf', true],
  ['/*.pdf$', '/a.pdf?x', false],
  ['/a*', '/abc', true],
  ['/a*b*c', '/a-c-b-c', true],
  ['/a*b*c$', '/acb', false],
  ['/ab*b$', '/ab', false],
  ['/rates$', '/rates', true],
  ['/rates$', '/rates/', false],
  ['*/rates', '/x/rates', true],
  ['/', '/anything', true],
  ['/RATES', '/rates', false],
  ['rates', '/rates', false],
]

for (const [pattern, path, expected] of patterns) {
  test(`${pattern} ${expected ? 'matches' : 'does not match'} ${path}`, () => {
    assert.equal(!isAllowed(`User-agent: *\nDisallow: ${pattern}\n`, path), expected)
  })
}

test('the longest pattern counts, and Allow counts if both are equally long', () => {
  const text =
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /x\nAllow: /x\n'
  assert.deepEqual(
    ['/a', '/a/b', '/a/b/c', '/x'].map((path) => isAllowed(text, path)),
    [false, true, false, true],
  )
})

test('the longest Crawl-delay of the groups that count is obeyed', () => {
  const delay = (text: string): number => parseRobots(text).crawlDelay / 1_000
  assert.equal(delay('User-agent: *\nCrawl-delay: 1.5 # seconds\n'), 2)
  assert.equal(delay('User-agent: *\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 20\n'), 20)
  assert.equal(delay('User-agent: *\nCrawl-delay: 9\nUser-agent: ratebook\nDisallow: /a\n'), 0)
  assert.equal(delay('User-agent: a\nCrawl-delay: 9\nUser-agent: ratebook\nCrawl-delay: 2\n'), 2)
  for (const value of ['', '-1', 'soon', '1e9', 'Infinity']) {
    assert.equal(delay(`User-agent: *\nCrawl-delay: ${value}\n`), 0, value)
  }
})

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
