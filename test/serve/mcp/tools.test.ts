import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import { openBook } from '../../support/book.ts'
import { callTool, connectMcp, generations, type Structured } from '../../support/mcp.ts'
import { at, marketOf, correctedSampleEntries } from '../../support/sample-market.ts'
import { serve, type Served } from '../../support/served.ts'

const market = marketOf(correctedSampleEntries())
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-07-21T12:00:00Z'),
}
const ends: (() => unknown)[] = []
const whole = { after: (end: () => unknown) => void ends.unshift(end) } as never
let served: Served
const clients = new Map<string, Client>()
before(async () => {
  served = await serve(whole, source)
  for (const one of generations) clients.set(one, await connectMcp(whole, served.port, one))
})
after(async () => {
  for (const end of ends) await end()
})
const mcpOf = (generation: string): Client => clients.get(generation) as Client

/** The rows of the endpoint itself, or its one record. */
async function rowsAt(target: string): Promise<Structured['rows']> {
  const answer: unknown = await (await fetch(`http://127.0.0.1:${served.port}${target}`)).json()
  return [answer].flat() as never
}

const tools = [
  ['list_institutions', {}, '/institutions'],
  [
    'list_current_offers',
    { institution_id: 'peoples-bank' },
    '/rates/current?institution_id=peoples-bank',
  ],
  [
    'list_rate_history',
    { institution_id: 'peoples-bank', tenure_months: 12 },
    '/rates/history/peoples-bank?tenure_months=12',
  ],
  ['list_rate_changes', { type: 'bank' }, '/rates/changes?type=bank&limit=50'],
  ['compare_offers', { tenure_months: '12' }, '/compare?tenure_months=12'],
  [
    'get_summary',
    { tenure_months: 12, variant: 'general' },
    '/summary?tenure_months=12&variant=general',
  ],
  [
    'list_summary_history',
    { tenure_months: 12, since: '2026-07-10' },
    '/summary/history?tenure_months=12&since=2026-07-10',
  ],

  ['list_freshness', {}, '/freshness'],
  ['list_best_rates', { limit: 100 }, '/reports/best-rates?limit=100'],
  ['list_corrections', { type: 'bank' }, '/corrections?type=bank&limit=50'],
  [
    'list_evidence',
    { institution_id: 'peoples-bank', limit: 100 },
    '/evidence?institution_id=peoples-bank',
  ],
  ['get_evidence', { id: 'p69-3' }, '/evidence/p69-3'],
  ['list_sources', { institution_id: 'peoples-bank' }, '/sources?institution_id=peoples-bank'],
  ['list_events', { after: '47', limit: 20 }, '/events?after=47&limit=20'],
] as const

for (const generation of generations) {
  test(`every data endpoint has a described, read-only tool: ${generation}`, async () => {
    const { tools: listed } = await mcpOf(generation).listTools()
    assert.deepEqual(
      listed.map(({ name }) => name),
      tools.map(([name]) => name),
    )
    for (const { description, annotations, inputSchema, outputSchema } of listed) {
      assert.ok(description)
      assert.equal(annotations?.readOnlyHint, true)
      assert.equal(inputSchema['additionalProperties'], false)
      assert.ok(outputSchema)
    }
    assert.match(mcpOf(generation).getInstructions() ?? '', /^Sample data: .*not financial advice/)
  })

  for (const [name, given, target] of tools) {
    test(`${name} has the rows of its endpoint, with time, sources and freshness: ${generation}`, async () => {
      // The client checks the structure against the schema of the tool.
      await mcpOf(generation).listTools()
      const { structured, text, isError } = await callTool(mcpOf(generation), name, given)
      assert.ok(structured && !isError, text)
      const { rows, sources } = structured
      // The text also compares the order of the fields.
      assert.equal(JSON.stringify(rows), JSON.stringify(await rowsAt(target)))
      assert.ok(rows.length > 0 && structured.page.returned === rows.length)
      assert.equal(structured.as_of, '2026-07-20T00:00:00Z')
      assert.equal(structured.position, market.position)
      assert.equal(structured.answered_at, '2026-07-21T12:00:00Z')
      assert.equal(structured.is_sample, true)
      assert.match(
        structured.notice,
        /^Sample data: .* not financial advice\.(?: Warning for \d+ rows: .*)?$/,
      )
      const fresh = await rowsAt('/freshness')
      const pages = new Map(
        (await rowsAt('/evidence')).map((one) => [one['source_url'], one['own_page']]),
      )
      assert.ok(sources.length > 0)
      for (const { institution_id: id, source_url: url, own_page: isOwn, ...rest } of sources) {
        const record = fresh.find((one) => one['institution_id'] === id)
        assert.equal(url === null, record === undefined)
        assert.equal(isOwn, url === null ? null : (pages.get(url) ?? isOwn))
        assert.deepEqual(rest, {
          last_verified_at: record?.['last_verified_at'] ?? null,
          days_since_verified: record?.['days_since_verified'] ?? null,
          is_stale: record?.['is_stale'] ?? null,
        })
      }
      const stale = sources.filter((one) => one.is_stale === true).length
      assert.equal(structured.stale_institutions, stale)
      // The text alone is enough for a client that passes nothing else to its model.
      assert.ok(text.includes(structured.notice) && text.includes(structured.as_of))
      // Events have several kinds of rows, and receipts have objects in them, so their text is JSON.
      const [first = {}] = rows
      const line =
        /^list_events$|^get_/.test(name) && name !== 'get_summary'
          ? JSON.stringify(first)
          : Object.keys(first).join(',')
      assert.ok([line, `${line},warning`].some((head) => text.includes(`\n${head}\n`)))
      for (const { source_url: url } of sources) assert.ok(text.includes(url ?? ''))
      assert.match(text, /of the oldest offer of each institution.* until now:\n/)
    })
  }
}

test('an offer has the URL of the page that it was read from', async () => {
  const { structured } = await callTool(mcpOf('auto'), 'list_current_offers', {
    institution_id: 'peoples-bank',
  })
  assert.equal(structured?.rows[0]?.['source_url'], structured?.sources[0]?.source_url)
})

test('next_offset leads through all pages, and the last page has none', async () => {
  for (const [name, given, target] of [
    ['list_current_offers', { type: 'bank' }, '/rates/current?type=bank'],
    ['list_rate_changes', {}, '/rates/changes?limit=1000'],
    ['list_best_rates', {}, '/reports/best-rates?limit=100'],
  ] as const) {
    const all: unknown[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const { structured, text } = await callTool(mcpOf('auto'), name, {
        ...given,
        limit: 7,
        offset,
      })
      assert.ok(structured, text)
      all.push(...structured.rows)
      const { next_offset: next } = structured.page
      assert.equal(text.includes(`call ${name} again with offset ${next}.`), next !== null)
      offset = next
    }
    assert.deepEqual(all, await rowsAt(target))
  }
})

test('without a limit a response has 50 rows and less than 40 KB', async () => {
  for (const name of ['list_current_offers', 'get_summary', 'list_rate_changes']) {
    const result = await mcpOf('auto').callTool({ name, arguments: {} })
    assert.ok(JSON.stringify(result).length < 40_000, name)
    assert.equal((result.structuredContent as Structured).rows.length, 50)
  }
})

test('rows have the fields that an argument asks for, at the end, and no others', async () => {
  for (const [name, given, target, last] of [
    [
      'list_summary_history',
      { tenure_months: '12' },
      '/summary/history?tenure_months=12',
      'avg_rate_pa',
    ],
    [
      'list_summary_history',
      { tenure_months: '12', periods: true },
      '/summary/history?tenure_months=12&periods=true',
      'last_read_day',
    ],
    ['list_rate_changes', {}, '/rates/changes?', 'changed_at'],
    ['list_rate_changes', { details: true }, '/rates/changes?details=true', 'tenure_to_months'],
  ] as const) {
    const { structured } = await callTool(mcpOf('auto'), name, given)
    const rows = (await rowsAt(target)).slice(0, 50)
    assert.equal(JSON.stringify(structured?.rows), JSON.stringify(rows))
    assert.equal(Object.keys(rows[0] ?? {}).at(-1), last)
  }
})

test('changes after more than 31 days without a reading have a warning, and the notice counts them', async () => {
  const rows = await rowsAt('/rates/changes?details=true')
  const hasGap = ({ prev_seen_at: seen, read_at: read }: (typeof rows)[number]): boolean =>
    Date.parse(String(read)) - Date.parse(String(seen)) > 31 * 86_400_000
  for (const details of [false, true]) {
    const given = { limit: 100, details }
    const { structured, text } = await callTool(mcpOf('auto'), 'list_rate_changes', given)
    const warned = rows.slice(0, 100).filter(hasGap).length
    assert.ok(warned > 0 && structured?.notice.includes(`Warning for ${warned} rows: `), text)
    const lines = text.split('\n')
    assert.match(lines[1] ?? '', /,warning$/)
    const marked = lines.filter((line) => /last seen \d{4}-\d\d-\d\d, /.test(line))
    assert.equal(marked.length, warned)
  }
  const { structured, text } = await callTool(mcpOf('auto'), 'list_current_offers', {})
  assert.doesNotMatch(`${structured?.notice} ${text}`, /warning/i)
})

test('in a market with ranges, rows have the upper bound unless the call asks for no details', async (t) => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12-24 maturity 7'])
  const { port } = await serve(t, { ...source, market: () => book.market() })
  const mcp = await connectMcp(t, port, 'auto')
  for (const [details, upperBound] of [
    [{}, '24.00'],
    [{ details: false }, undefined],
  ] as const) {
    const { structured } = await callTool(mcp, 'list_current_offers', details)
    assert.equal(structured?.rows[0]?.['tenure_to_months'], upperBound)
  }
})

test('every list is a tool, and receipts are', () => {
  assert.equal(tools.length, 1 + endpoints.filter(({ response }) => 'items' in response).length)
})

test('get_evidence still takes an id as earlier versions wrote it', async () => {
  const { structured } = await callTool(mcpOf('auto'), 'get_evidence', { id: '69.3' })
  assert.equal(structured?.rows[0]?.['id'], 'p69-3')
})

test('the pages of list_events follow each other by `next_after`', async () => {
  const ids: unknown[] = []
  let after: string | null = '70'
  while (after !== null) {
    const { structured } = await callTool(mcpOf('auto'), 'list_events', { after, limit: 50 })
    assert.ok(structured)
    ids.push(...structured.rows.map(({ id }) => id))
    const page = structured.page as { readonly next_after?: string | null }
    after = page.next_after ?? null
  }
  assert.deepEqual(
    ids,
    (await rowsAt('/events?after=70&limit=1000')).map(({ id }) => id),
  )
})

/** Wrong calls, and what the error message must contain. */
const wrongCalls = [
  [
    'compare_offers',
    {},
    /^tenure_months is required\. Correct that and call compare_offers again\.$/,
  ],
  ['list_events', { after: '1000' }, /ends at position 81/],
  ['compare_offers', { tenure_months: 'a year' }, /plain decimal above zero, such as 12/],
  ['compare_offers', { tenure_months: 12, type: 'credit union' }, /type must be one of bank, nbfi/],
  ['compare_offers', { tenure_months: [12] }, /tenure_months must be one value, no list/],
  [
    'compare_offers',
    { tenure: 12 },
    /has no argument "tenure"; it has tenure_months, variant.*tenure_months is required/,
  ],
  [
    'list_rate_history',
    { institution_id: 'peoples-bank', known_at: '2026-06-09T00:00:00Z' },
    /has no argument "known_at"/,
  ],
  ['list_current_offers', { limit: 101 }, /limit must be .*100/],
  ['get_evidence', { id: 'p69-99' }, /^There is no published figure "p69-99"; /],
  ['get_evidence', { id: 69.1 }, /id must be a text, in quotes/],
  ['list_events', { after: 57.1 }, /^after must be a text, in quotes, such as "p57-10"\. Correct/],
  ['get_evidence', { id: '69' }, /id must be the id of a published figure, such as p69-3/],
  ['list_rate_changes', { since: '2026-02-31' }, /since must be a calendar day/],
  ['list_rate_changes', { constructor: 1 }, /has no argument "constructor"/],
  ['list_rate_history', {}, /institution_id is required/],
  [
    'list_rate_history',
    { institution_id: 'nobody' },
    /^There is no institution "nobody"\. Call list_institutions/,
  ],
  [
    'list_freshness',
    { institution_id: 'People’s Bank' },
    /Did you mean peoples-bank \(People's Bank\)\?/,
  ],
  ...(
    [
      ['peopls-bank', 'peoples-bank'],
      ['dfcs', 'dfcc-bank'],
      ['Hatten National', 'hatton-national-bank'],
      ['comercial bank', 'commercial-bank-of-ceylon'],
      ['boc', 'bank-of-ceylon'],
      ['HNB', 'hatton-national-bank'],
    ] as const
  ).map(
    ([given, meant]) =>
      [
        'list_current_offers',
        { institution_id: given },
        new RegExp(`Did you mean ${meant} `),
      ] as const,
  ),
  [
    'list_current_offers',
    { institution_id: 'ceylon' },
    /Did you mean bank-of-ceylon \(Bank of Ceylon\), or commercial-bank-of-ceylon/,
  ],
  ['delete_everything', {}, /^There is no tool "delete_everything"; there are list_institutions, /],
] as const

for (const generation of generations) {
  for (const [name, given, says] of wrongCalls) {
    test(`a wrong call gets an error that says what to do: ${name} ${JSON.stringify(given)}, ${generation}`, async () => {
      const { text, isError } = await callTool(mcpOf(generation), name, given)
      assert.ok(isError)
      assert.match(text, says)
    })
  }
}

test('a null argument counts as missing, and a filter that finds nothing says so', async () => {
  const { structured } = await callTool(mcpOf('auto'), 'compare_offers', {
    tenure_months: 12,
    type: null,
  })
  assert.ok((structured?.rows.length ?? 0) > 5)
  const none = await callTool(mcpOf('auto'), 'compare_offers', { tenure_months: '999' })
  assert.deepEqual(none.structured?.rows, [])
  assert.match(none.text, /Nothing matches; leave out a filter/)
})
