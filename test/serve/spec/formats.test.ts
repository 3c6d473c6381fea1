import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { defaultSettings } from '../../../src/domain/book-settings.ts'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import { appOf, receive } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { marketOf, correctedSampleEntries } from '../../support/sample-market.ts'

const app = appOf(marketOf(correctedSampleEntries()), '2026-11-21T00:00:00Z')
const get = (target: string, accept = 'application/json') => receive(app, 'GET', target, { accept })

/** The required parameters of some endpoints. */
const queries: Readonly<Record<string, string>> = {
  '/compare': '?tenure_months=12',
  '/summary/history': '?tenure_months=12&since=2026-06-01',
}
const targets = endpoints
  .filter(({ response }) => 'items' in response)
  .map(({ path }) => {
    return { path: path.replace('{institution_id}', 'peoples-bank'), query: queries[path] ?? '' }
  })

/** The lists that are tables: all but the events, which have fields of several kinds. */
const tables = targets.filter(({ path }) => path !== '/events')

type Row = Readonly<Record<string, string | number | boolean | null>>
const rowsOf = (body: string): readonly Row[] => JSON.parse(body) as Row[]
/** A value as a CSV cell. */
const cellText = (value: Row[string]): string => String(value ?? '')

test('every list endpoint has a CSV table, by Accept or by .csv, with the columns and values of its JSON', async () => {
  assert.equal(tables.length, 12)
  for (const { path, query } of tables) {
    const rows = rowsOf((await get(path + query)).body)
    const named = await get(`${path}.csv${query}`, '*/*')
    const accepted = await get(path + query, 'text/csv, application/json;q=0.9')
    assert.equal(named.headers['content-type'], 'text/csv; charset=utf-8; header=present')
    assert.deepEqual([accepted.body, accepted.headers['etag']], [named.body, named.headers['etag']])
    const [columns = [], ...cells] = parse(named.body)
    assert.deepEqual(columns, Object.keys(rows[0] ?? {}), path)
    assert.deepEqual(
      cells,
      rows.map((row) => Object.values(row).map(cellText)),
      path,
    )
  }
})

test('every list endpoint has NDJSON, by Accept or by .ndjson, one JSON record a line', async () => {
  for (const { path, query } of targets) {
    const json = await get(path + query)
    const named = await get(`${path}.ndjson${query}`, '*/*')
    const accepted = await get(path + query, 'application/x-ndjson')
    assert.equal(named.headers['content-type'], 'application/x-ndjson')
    assert.equal(accepted.body, named.body)
    assert.equal(`[${named.body.trimEnd().split('\n').join(',')}]`, json.body)
  }
})

test('every list endpoint answers JSON at .json, whatever is accepted', async () => {
  for (const { path, query } of targets) {
    const json = await get(path + query)
    const named = await get(`${path}.json${query}`, 'text/csv')
    assert.deepEqual([named.status, named.headers['content-type']], [200, 'application/json'])
    assert.equal(named.body, json.body)
  }
})

test('a client gets JSON unless it prefers another format that the endpoint has', async () => {
  for (const accept of [
    '',
    '*/*',
    'application/json, text/csv',
    'text/html',
    'text/*;q=0.1, application/json',
    'application/atom+xml',
    'image/png;q=x',
  ]) {
    const { headers } = await get('/rates/current', accept)
    assert.equal(headers['content-type'], 'application/json', accept)
    assert.equal(headers['vary'], 'Accept, Accept-Encoding')
  }
})

test('an empty list is a header line in CSV, and empty in NDJSON', async () => {
  const empty = appOf(openBook().market())
  const csv = await receive(empty, 'GET', '/rates/current.csv')
  assert.match(csv.body, /^institution_id,institution_name,[a-z_,]+\r\n$/)
  assert.equal((await receive(empty, 'GET', '/rates/current.ndjson')).body, '')
})

test('a CSV cell that a spreadsheet would take for a formula is escaped', async () => {
  const names = ['=1+1', '+1', '-1', '\u2007@SUM(A1)', '\t=1', ' ＝1', 'A, "B"\r\nC', "it's"]
  const book = openBook()
  for (const [index, name] of names.entries())
    book.register(`2026-01-0${index + 1}T00:00:00Z`, `a${index}`, { name })
  const { body } = await receive(appOf(book.market()), 'GET', '/institutions.csv')
  const cells = parse<Row>(body, { columns: true }).map(({ name }) => name)
  assert.deepEqual(cells, [
    "'=1+1",
    "'+1",
    "'-1",
    "'\u2007@SUM(A1)",
    "'\t=1",
    "' ＝1",
    'A, "B"\r\nC',
    "it's",
  ])
})

test('a path with a format that the endpoint does not have is 404', async () => {
  for (const target of [
    '/health.csv',
    '/ready.ndjson',
    '/rates/current.atom',
    '/summary.xml',
    '/rates/history/peoples-bank.atom',
    '/rates/history/nobody.csv',
    '/docs.csv',
  ]) {
    assert.equal((await get(target)).status, 404, target)
  }
})

test('wrong parameters are a JSON problem in every format', async () => {
  const { status, headers } = await get('/rates/changes.csv?limit=0', 'text/csv')
  assert.deepEqual([status, headers['content-type']], [422, 'application/problem+json'])
})

const changing = openBook()
changing.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha <&> "Bank" \u0001' })
for (let day = 1; day < 28; day++) {
  const rate = 8 + ((day * 7) % 5) / 8
  changing.publish(`2026-02-${String(day).padStart(2, '0')}T00:00:00Z`, 'alpha', [
    `general 12 maturity ${rate}`,
  ])
}
const moving = appOf(changing.market())

test('paged endpoints link to the next and the previous page', async () => {
  const whole = rowsOf((await receive(moving, 'GET', '/rates/changes?limit=1000')).body)
  for (const target of ['/rates/changes', '/rates/history/alpha']) {
    const all = rowsOf((await receive(moving, 'GET', `${target}?limit=1000`)).body)
    const seen: Row[] = []
    let next: string | undefined = '?limit=4'
    const offsets: string[] = []
    while (next !== undefined) {
      const { headers, body } = await receive(moving, 'GET', target + next)
      seen.push(...rowsOf(body))
      offsets.push(next)
      next = /<[^>?]+(\?[^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]
    }
    assert.deepEqual(seen, all, 'the next links lead through the whole list')
    const back = [offsets.at(-1)]
    for (let prev = back[0]; prev !== undefined;) {
      const { headers } = await receive(moving, 'GET', target + prev)
      prev = /<[^>?]+(\?[^>]+)>; rel="prev"/.exec(headers['link'] ?? '')?.[1]
      if (prev !== undefined) back.push(prev)
    }
    assert.equal(back.length, offsets.length)
  }
  assert.ok(whole.length > 8)
})

test('the links keep the filters, and the last page has no next', async () => {
  const { headers } = await receive(
    moving,
    'GET',
    '/rates/changes?limit=2&direction=up&since=2026-02-03&x=1',
  )
  assert.equal(
    headers['link'],
    '<http://localhost/rates/changes?since=2026-02-03&direction=up&limit=2&offset=2>; rel="next"',
  )
  assert.equal(
    (await receive(moving, 'GET', '/rates/changes?limit=1000')).headers['link'],
    undefined,
  )
})

test('beyond the end, the previous page has the last rows; an empty list has none', async () => {
  const linkOf = async (target: string) => (await receive(moving, 'GET', target)).headers['link']
  const { length } = rowsOf((await receive(moving, 'GET', '/rates/changes?limit=1000')).body)
  const last = `<http://localhost/rates/changes?limit=5&offset=${length - 5}>; rel="prev"`
  for (const offset of [500, 999_999_999, length, length + 1])
    assert.equal(await linkOf(`/rates/changes?limit=5&offset=${offset}`), last)
  assert.equal(
    await linkOf(`/rates/changes?limit=5&offset=${length - 1}`),
    `<http://localhost/rates/changes?limit=5&offset=${length - 6}>; rel="prev"`,
  )
  assert.equal(
    await linkOf('/rates/changes?limit=1000&offset=5000'),
    '<http://localhost/rates/changes?limit=1000&offset=0>; rel="prev"',
  )
  assert.equal(await linkOf('/rates/changes?institution_id=nobody&offset=5'), undefined)
})

test('changes are an Atom feed with the same filters and with stable ids', async () => {
  const feed = await receive(moving, 'GET', '/rates/changes.atom?direction=up&limit=3')
  assert.equal(feed.headers['content-type'], 'application/atom+xml')
  const rows = rowsOf((await receive(moving, 'GET', '/rates/changes?direction=up&limit=3')).body)
  const all = (name: string, from = feed.body): readonly string[] =>
    Array.from(
      from.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')),
      ([, text = '']) => text,
    )
  assert.equal(feed.body.split('<entry>').length - 1, rows.length)
  assert.ok(isWellFormed(feed.body))
  assert.deepEqual(
    all('published'),
    rows.map(({ changed_at: at }) => at),
  )
  assert.equal(all('updated')[0], rows[0]?.['changed_at'])
  assert.match(
    feed.body,
    /Alpha &lt;&amp;&gt; &quot;Bank&quot; \ufffd raised [^<]*\b12 months\b[^<]* from \d\.\d{3} % to \d\.\d{3} %/,
  )
  for (const title of all('title').slice(1)) {
    assert.match(title, /\bgeneral\b/, 'the title names the variant')
    assert.match(title, /\bat maturity\b/, 'the title names the payout')
  }
  const ids = all('id')
  assert.equal(new Set(ids).size, rows.length + 1)
  for (const id of ids)
    assert.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  // Entries keep their ids after a publication and under another name of the institution.
  changing.register('2026-03-01T00:00:00Z', 'alpha', { name: 'Beta' })
  changing.publish('2026-03-02T00:00:00Z', 'alpha', ['general 12 maturity 20'])
  const later = await receive(
    appOf(changing.market()),
    'GET',
    '/rates/changes.atom?direction=up&limit=4',
  )
  assert.deepEqual(all('id', later.body).slice(2), ids.slice(1))
  assert.equal(
    all('id', later.body)[0],
    ids[0],
    'the id of the feed does not depend on the length of its page',
  )
})

/** Whether all elements of a document are closed in order, and the rest is escaped text. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replaceAll(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
      (_, closing: string, name: string, _attributes, single: string) => {
        if (closing !== '') return open.pop() === name ? '' : '<'
        if (single === '') open.push(name)
        return ''
      },
    )
  return open.length === 0 && !/[<>]|&(?!(?:lt|gt|amp|quot|#39);)/.test(rest)
}

test('filtered feeds have their own titles and paging links', async () => {
  const feedOf = async (filter: string) =>
    (await receive(moving, 'GET', `/rates/changes.atom${filter}`)).body
  const titleOf = async (filter: string) =>
    /<title>Changes of fixed-deposit rates(.*?)<\/title>/.exec(await feedOf(filter))?.[1]
  assert.equal(await titleOf(''), '')
  assert.match(
    (await titleOf('?institution_id=alpha&direction=up&since=2026-02-03')) ?? '',
    /^: Alpha .*, raises, published since 2026-02-03$/,
  )
  assert.equal(await titleOf('?type=nbfi&direction=down'), ': finance companies, cuts')
  const typeNames = { nbfi: { en: { one: 'microbank', other: 'microbanks' } } }
  const kenyan = appOf(changing.market(), undefined, {
    settings: { ...defaultSettings, typeNames },
  })
  const { body } = await receive(kenyan, 'GET', '/rates/changes.atom?type=nbfi')
  assert.match(body, /<title>Changes of fixed-deposit rates: microbanks<\/title>/)
  const linksOf = (feed: string) =>
    Array.from(feed.matchAll(/<link rel="(next|previous)"[^>]* href="([^"]*)"/g), ([, ...link]) =>
      link.join(' '),
    )
  const feed = await feedOf('?institution_id=alpha&limit=4&offset=4')
  assert.ok(isWellFormed(feed))
  assert.deepEqual(linksOf(feed), [
    'next http://localhost/rates/changes.atom?institution_id=alpha&amp;limit=4&amp;offset=8',
    'previous http://localhost/rates/changes.atom?institution_id=alpha&amp;limit=4&amp;offset=0',
  ])
  assert.deepEqual(linksOf(await feedOf('?limit=1000')), [])
  const selfOf = async (filter: string) =>
    /rel="self"[^>]* href="([^"]*)"/.exec(await feedOf(filter))?.[1]
  assert.equal(await selfOf('?limit=200&offset=0'), 'http://localhost/rates/changes.atom')
  assert.equal(
    await selfOf('?offset=4&limit=4&direction=up'),
    'http://localhost/rates/changes.atom?direction=up&amp;limit=4&amp;offset=4',
  )
})

test('the feed of an unknown institution says so, and what to do', async () => {
  const { body } = await receive(moving, 'GET', '/rates/changes.atom?institution_id=nobody')
  assert.match(body, /<title>[^<]*: “nobody”<\/title>/)
  assert.match(
    body,
    /<subtitle>No institution has the id “nobody”; take one from the API’s list of institutions and write it/,
  )
  assert.doesNotMatch(
    (await receive(moving, 'GET', '/rates/changes.atom?institution_id=alpha')).body,
    /No institution/,
  )
})

test('the feed of a sample market has a warning, and an empty market has a feed', async () => {
  assert.match(
    (await get('/rates/changes.atom')).body,
    /<title>[^<]*sample data, not current rates/,
  )
  const { body } = await receive(appOf(openBook().market()), 'GET', '/rates/changes.atom')
  assert.match(body, /<updated>1970-01-01T00:00:00Z<\/updated>/)
})

test('unknown parameters are ignored in every format', async () => {
  for (const format of ['', '.csv', '.ndjson', '.atom']) {
    const known = await get(`/rates/changes${format}?limit=2`)
    const unknown = await get(`/rates/changes${format}?limit=2&institution=peoples-bank&x=1&_`)
    assert.deepEqual([unknown.status, unknown.body], [200, known.body], format)
    const { status, body } = await get(`/rates/changes${format}?direction=sideways&x=1`)
    const { errors } = JSON.parse(body) as { errors: { parameter: string }[] }
    assert.equal(status, 422)
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ['direction'],
    )
  }
  assert.equal((await get('/summary?unknown=1', 'text/csv')).status, 200)
})

test('a filter that names an unknown institution gives an empty list in every format', async () => {
  for (const target of ['/rates/current', '/rates/changes', '/freshness']) {
    const filter = '?institution_id=nobody'
    assert.equal((await get(target + filter)).body, '[]')
    const csv = await get(`${target}.csv${filter}`)
    assert.equal(csv.status, 200)
    assert.match(csv.body, /^institution_id,[a-z_,]+\r\n$/)
    const ndjson = await get(`${target}.ndjson${filter}`)
    assert.deepEqual([ndjson.status, ndjson.body], [200, ''])
  }
  assert.equal((await get('/rates/changes.atom?institution_id=nobody')).status, 200)
})

test('parameters of a media type in Accept are ignored', async () => {
  for (const accept of [
    'text/csv; charset=utf-8',
    'text/csv;header=present',
    'text/csv;header="present, or so";q=0.9, application/json;q=0.1',
    'text/csv; Charset=UTF-8 ; q=1, */*;q=0.1',
  ])
    assert.match(
      String((await get('/rates/current', accept)).headers['content-type']),
      /^text\/csv/,
      accept,
    )
  const { headers } = await get('/rates/current', 'text/csv;charset=utf-8;q=0, */*')
  assert.equal(headers['content-type'], 'application/json')
})

test('the feed and its entries link to the page', async () => {
  const { body } = await get(
    '/rates/changes.atom?institution_id=peoples-bank&direction=up&since=2026-01-01&limit=1',
  )
  const links = Array.from(body.matchAll(/type="text\/html" href="([^"]*)"/g), ([, link]) => link)
  assert.deepEqual(links, [
    'http://localhost/changes?direction=up&amp;since=2026-01-01&amp;institution=peoples-bank',
    'http://localhost/institution/peoples-bank',
  ])
})
