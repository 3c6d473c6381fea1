import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { appendDecision } from '../../../src/book/publish/review/append-review.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { readPages } from '../../../src/collect/read/read-pages.ts'
import type { CollectTools } from '../../../src/collect/rounds/collect-institution.ts'
import { loadSources } from '../../../src/collect/source/load-source.ts'
import { tryPages } from '../../../src/collect/source/try-pages.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { after, type Instant } from '../../../src/domain/instant.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { lineLimit } from '../../../src/domain/stored-entry.ts'
import { pageOf } from '../../support/rate-site.ts'
import { at } from '../../support/sample-market.ts'
import { collecting, outcomesOf } from './collecting.ts'

const first = { 6: '8.00', 12: '8.50' }

test('a page that is read every day: changed, verified, changed, held, still held, failed', async (t) => {
  const { site, addBank, collect, entries, store } = await collecting(t)
  await addBank('alpha')
  const days = [
    [first, 'changed sheet-published', 'full'],
    [first, 'verified rates-verified', 'conditional'],
    [{ ...first, 6: '8.10' }, 'changed sheet-published', 'conditional'],
    [{ ...first, 6: '18.10' }, 'held sheet-held', 'conditional'],
    [{ ...first, 6: '18.10' }, 'held rates-checked', 'conditional'],
    [undefined, 'failed rates-checked', 'conditional'],
    [{ ...first, 6: '8.10' }, 'verified rates-verified', 'conditional'],
  ] as const
  for (const [day, [page, outcome, request]] of days.entries()) {
    site.show('alpha', page ?? ((response) => response.writeHead(503).end('Maintenance')))
    const reports = await collect(`2026-06-0${day + 2}T09:00:00Z`)
    assert.deepEqual(outcomesOf(reports), [outcome], `day ${day}`)
    assert.equal(site.requests.at(-1)?.isConditional, request === 'conditional', `day ${day}`)
    // The failed run leaves the hold open; the page that lists the standing offers again ends it.
    const [report] = reports
    assert.equal(report?.kind === 'entered' && report.isHeld, [3, 4, 5].includes(day), `day ${day}`)
  }
  const all = await entries()
  const [published, verified] = all.slice(3)
  const { origin } = verified as { readonly origin: Origin }
  assert.deepEqual([origin.repeats, origin.cells], [published?.position, undefined])
  assert.equal(origin.nextDue, at('2026-06-03T09:30:00Z'), 'full hours in Colombo')
  assert.equal((await auditBook(store)).difference, undefined)
})

test('another number of hidden rows holds a run until a reviewer approves it; the old number ends the hold', async (t) => {
  const { site, addBank, collect, entries, store } = await collecting(t)
  await addBank('alpha')
  const row = '<tr style="color:transparent"><td>24 months</td><td>9.00%</td></tr>'
  const page = (hidden: number, more = '') =>
    pageOf(first).replace('</table>', `${row.repeat(hidden)}</table>${more}`)
  const day = async (date: number, body: string) => {
    site.show('alpha', (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    )
    return outcomesOf(await collect(`2026-06-0${date}T09:00:00Z`))
  }
  assert.deepEqual(await day(2, page(27)), ['changed sheet-published'])
  assert.deepEqual(await day(3, page(27, '<p>another day</p>')), ['verified rates-verified'])
  assert.deepEqual(await day(4, page(28)), ['held sheet-held'])
  const held = (await entries()).at(-1)
  assert.ok(held?.kind === 'sheet-held')
  assert.deepEqual(held.findings, [
    {
      rule: 'hidden-rows-changed',
      message:
        '28 rows of the pages are hidden from their readers; on the pages of position 5 it was 27.',
    },
  ])
  assert.deepEqual(await day(5, page(28, '<p>again</p>')), ['held rates-checked'])
  const approval = { hold: held.position, by: 'ann', decision: 'approved' } as const
  const clock = { from: 'option', read: () => at('2026-06-05T12:00:00Z') } as const
  assert.equal((await appendDecision(store, approval, clock)).kind, 'decided')
  assert.deepEqual(await day(6, page(28, '<p>once more</p>')), ['verified rates-verified'])
  assert.deepEqual(await day(7, page(0)), ['held sheet-held'])
  assert.deepEqual(await day(8, page(28, '<p>back</p>')), ['verified rates-verified'])
  assert.deepEqual(await day(9, page(1)), ['held sheet-held'])
  const last = (await entries()).at(-1)
  assert.ok(last?.kind === 'sheet-held')
  assert.match(
    last.findings[0]?.message ?? '',
    /^1 row of the pages is hidden from .* it was 28\.$/,
  )
  assert.equal((await auditBook(store)).difference, undefined)
})

test('a page is fetched in full at least every seven days, and if its capture is damaged', async (t) => {
  const { folder, site, addBank, collect } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', first)
  const damage = (): void => {
    const bodies = join(folder, 'captures', 'sha256')
    for (const name of readdirSync(bodies, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.gz')) writeFileSync(join(bodies, name), 'damaged')
  }
  for (const [day, isConditional] of [
    [2, false],
    [5, true],
    [8, true],
    [9, false],
    [10, true],
  ] as const) {
    const [report] = await collect(`2026-06-${String(day).padStart(2, '0')}T09:00:00Z`)
    assert.equal(site.requests.at(-1)?.isConditional, isConditional, `day ${day}`)
    assert.equal(report?.kind === 'entered' && report.outcome, day === 2 ? 'changed' : 'verified')
  }
  damage()
  assert.deepEqual(outcomesOf(await collect('2026-06-11T09:00:00Z')), ['verified rates-verified'])
  assert.equal(site.requests.at(-1)?.isConditional, false)
})

test('one institution never stops the others: not registered, not active, refused, broken', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  for (const id of ['a-good', 'b-missing', 'c-broken', 'e-good']) await addBank(id)
  await addBank('d-inactive', { isActive: false })
  await addBank('f-unknown', { isRegistered: false })
  site.show('a-good', first)
  site.show('c-broken', { 6: 'x', 12: '8.50' })
  site.show('e-good', first)
  const reports = await collect('2026-06-02T09:00:00Z')
  assert.deepEqual(outcomesOf(reports), [
    'changed sheet-published',
    'failed rates-checked',
    'failed rates-checked',
    'skipped',
    'changed sheet-published',
    'misconfigured',
  ])
  const ids = (await entries()).slice(-4).map(({ institutionId }) => institutionId)
  assert.deepEqual(ids.toSorted(), ['a-good', 'b-missing', 'c-broken', 'e-good'])
})

test('the entry of a run says how the site refused it, and which lines of the source match nothing', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha', { edit: ['expects:', 'ignore: [Savings]\nexpects:'] })
  site.show('alpha', first)
  await collect('2026-06-02T09:00:00Z')
  for (const [day, status] of [
    [3, 403],
    [4, 429],
    [5, 500],
  ]) {
    site.show('alpha', (response) => response.writeHead(status ?? 0).end())
    await collect(`2026-06-0${day}T09:00:00Z`)
  }
  const [published, ...failed] = (await entries()).slice(-4)
  assert.ok(published?.kind === 'sheet-published')
  const lines = ['No table is under the ignored heading "Savings".']
  assert.deepEqual(published.origin?.unmatched, lines)
  assert.deepEqual(
    failed.map(
      (entry) => entry.kind === 'rates-checked' && [entry.refusal, entry.origin?.unmatched],
    ),
    [
      ['status', undefined],
      ['status', undefined],
      [undefined, undefined],
    ],
  )
})

test('dated columns are chosen by the day at the place of the institution', async (t) => {
  const { folder, site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha', { edit: ['Rate: {', '"Rate from {YYYY}-{MM}-{DD}": {'] })
  const rows = ['6 months|8.00%|8.25%', '12 months|8.50%|8.75%'].map((row) =>
    row.replaceAll('|', '</td><td>'),
  )
  const head = '<th>Period</th><th>Rate from 2026-06-02</th><th>Rate from 2026-06-03</th>'
  const table = `<table><tr>${head}</tr>${rows.map((row) => `<tr><td>${row}</td></tr>`).join('')}</table>`
  const page = pageOf({}).replace(/<table>.*<\/table>/s, table)
  site.show('alpha', (response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  )
  // The third of June has begun in Colombo.
  for (const [when, rate] of [
    ['2026-06-02T17:00:00Z', '8.00'],
    ['2026-06-02T20:00:00Z', '8.25'],
  ] as const) {
    const reports = await collect(when)
    assert.deepEqual(outcomesOf(reports), ['changed sheet-published'], when)
    const entry = (await entries()).at(-1)
    assert.equal(entry?.kind === 'sheet-published' && entry.sheet.offers[0]?.rate, rate, when)
    // `ratebook source try` reads the same.
    const [source] = loadSources(join(folder, 'sources')).sources
    const [capture] = entry?.kind === 'sheet-published' ? (entry.origin?.captures ?? []) : []
    if (source === undefined || capture === undefined) throw new Error('Nothing was captured.')
    const bodies = [{ capture, body: new TextEncoder().encode(page) }]
    const trial = await tryPages(source, bodies, {
      read: readPages,
      book: undefined,
      limits: defaultGateLimits,
    })
    assert.equal('sheet' in trial && trial.sheet.offers[0]?.rate, rate, when)
  }
})

test('a sheet of several pages counts as read when the first of them was captured', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  const second = `, must_contain: ["A Bank"] }\n  - { name: notes, url: "${site.origin}/notes", format: html`
  await addBank('alpha', { edit: [', must_contain: ["A Bank"]', second] })
  site.show('alpha', first)
  site.show('notes', (response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Notes</p>'),
  )
  let clock = at('2026-06-02T09:00:00Z')
  const read = () => {
    clock = after(clock, 1_000)
    return clock
  }
  await collect({ from: 'clock', read })
  const entry = (await entries()).at(-1)
  assert.ok(entry?.kind === 'sheet-published')
  const [earliest, later] = entry.origin?.captures ?? []
  assert.ok(earliest !== undefined && later !== undefined && earliest.at < later.at)
  assert.equal(entry.sheet.scrapedAt, earliest.at)
})

test('a byte that is not UTF-8 matters only in a cell that is read, and `encoding` in the source names the right one', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha', { edit: ['format: html', 'format: html, encoding: windows-1252'] })
  await addBank('beta')
  await addBank('gamma')
  // A space of windows-1252, and a server that names another encoding.
  const inCell = pageOf(first).replace('8.00%', '8.00%\xa0')
  const outside = pageOf(first).replace('<h2>', '<p>Terms\xa0apply.</p><h2>')
  for (const [id, page] of [
    ['alpha', inCell],
    ['beta', inCell],
    ['gamma', outside],
  ] as const)
    site.show(id, (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(Buffer.from(page, 'latin1')),
    )
  await collect('2026-06-02T09:00:00Z')
  const runs = (await entries()).flatMap((entry) => {
    if (entry.kind === 'rates-checked') return [[entry.institutionId, entry.message]]
    if (entry.kind !== 'sheet-published') return []
    return [[entry.institutionId, entry.origin?.captures[0]?.charset]]
  })
  assert.deepEqual(Object.fromEntries(runs), {
    alpha: 'windows-1252',
    beta: 'The cell "8.00%\ufffd" has bytes that are not in the encoding of the page; if the server names a wrong one, name the right one as `encoding` in the source. (#char=168,174)',
    gamma: 'utf-8',
  })
})

test('the body is kept when a run fails: an error page, a damaged body, one that ends early', async (t) => {
  const { folder, site, addBank, collect } = await collecting(t)
  await addBank('alpha')
  const captures = openCapturesFolder(join(folder, 'captures'))
  const answers: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ['<h1>Not you</h1>', (response) => response.writeHead(403).end('<h1>Not you</h1>')],
    [
      'not gzip',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    ],
    [
      'half of',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half of')
        setTimeout(() => response.destroy(), 20)
      },
    ],
  ]
  for (const [index, [body, answer]] of answers.entries()) {
    site.show('alpha', answer)
    assert.deepEqual(outcomesOf(await collect(`2026-06-0${index + 2}T09:00:00Z`)), [
      'failed rates-checked',
    ])
    const digest = hash('sha256', body)
    assert.equal(Buffer.from((await captures.get(digest)) ?? []).toString(), body)
    const log = readFileSync(join(folder, 'captures/log/2026-06.ndjson'), 'utf8')
    assert.ok(log.trim().split('\n').at(-1)?.includes(`"digest":"${digest}"`), body)
  }
})

test('two collectors at the same time publish a sheet once', async (t) => {
  const { book, site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', first)
  const other = await openSqliteStore(book, { mode: 'write' })
  const when = '2026-06-02T09:00:00Z'
  const both = await Promise.all([collect(when), collect(when, { tools: { store: other } })])
  await other.close()
  assert.deepEqual(both.flatMap(outcomesOf).toSorted(), [
    'changed sheet-published',
    'verified rates-verified',
  ])
  assert.equal((await entries()).filter(({ kind }) => kind === 'sheet-published').length, 1)
})

test('a sheet that is typed while a run is under way is not replaced by the older reading', async (t) => {
  const { store, site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha')
  let now = at('2026-06-02T09:00:00Z')
  const clock = { from: 'clock', read: (): Instant => (now = after(now, 1_000)) } as const
  site.show('alpha', first)
  await collect(clock)
  site.show('alpha', { ...first, 6: '8.10' })
  const typed = (await entries()).at(-1)
  if (typed?.kind !== 'sheet-published') throw new Error('Nothing was published.')
  const { origin: _, position: _1, ...draft } = typed
  const scrapedAt = at('2026-06-02T10:00:00Z')
  // The page was fetched at 9, and the sheet was typed before the run could be entered.
  const append: typeof store.append = async (decide) => {
    if ((await store.head()).at < scrapedAt)
      await store.append(async () => [
        { ...draft, at: scrapedAt, changes: [], sheet: { ...draft.sheet, scrapedAt } },
      ])
    now = scrapedAt
    return store.append(decide)
  }
  const [report] = await collect(clock, { tools: { store: { ...store, append } } })
  const run = report?.kind === 'entered' ? report.draft : undefined
  assert.match(
    run?.kind === 'rates-checked' ? String(run.message) : '',
    /^A sheet that was read later was published while this run was under way\.$/,
  )
})

test('an unexpected error is reported and fails only the run of its institution', async (t) => {
  const { store, site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha')
  await addBank('beta')
  site.show('alpha', first)
  site.show('beta', first)
  let times = 0
  // The first decision meets a bug.
  const append: typeof store.append = (decide) =>
    store.append(async (reader) => {
      if (times++ === 0) throw new TypeError('undefined is not a rate')
      return decide(reader)
    })
  const reports = await collect('2026-06-02T09:00:00Z', { tools: { store: { ...store, append } } })
  const bugs = reports.flatMap((report) => ('bug' in report ? [report.bug] : []))
  assert.equal(bugs.length, 1)
  assert.match(String(bugs[0]), /undefined is not a rate[^]*at /)
  assert.deepEqual(outcomesOf(reports).toSorted(), [
    'changed sheet-published',
    'failed rates-checked',
  ])
  const failed = (await entries()).find(({ kind }) => kind === 'rates-checked')
  assert.match(JSON.stringify(failed), /An unexpected error ended the run/)
})

test('a run whose entry would be too large for the log fails, and says so', async (t) => {
  const { site, addBank, collect, entries, store } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', first)
  const text = 'x'.repeat(lineLimit)
  const read: CollectTools['read'] = async (...pages) => {
    const reading = await readPages(...pages)
    if ('failure' in reading) return reading
    const cells = reading.cells.map((one) => ({ ...one, column: { ...one.column, text } }))
    return { ...reading, cells }
  }
  const tools = { read, checkEvidence: async () => [] }
  const reports = await collect('2026-06-02T09:00:00Z', { tools })
  assert.deepEqual(outcomesOf(reports), ['failed rates-checked'])
  assert.match(JSON.stringify((await entries()).at(-1)), /would be larger than 16 MiB/)
  assert.equal((await auditBook(store)).difference, undefined)
})

test('a run that an unexpected error ends cites the pages that it has captured', async (t) => {
  const { folder, site, addBank, collect, entries, store } = await collecting(t)
  const second = `, must_contain: ["A Bank"] }\n  - { name: more, url: "${site.origin}/more", format: html`
  await addBank('alpha', { edit: [', must_contain: ["A Bank"]', second] })
  site.show('alpha', first)
  site.show('more', first)
  const captures = openCapturesFolder(join(folder, 'captures'))
  let kept = 0
  const failing: Partial<CollectTools>[] = [
    {
      captures: {
        ...captures,
        // The second page.
        put: async (body) =>
          kept++ === 0 ? captures.put(body) : Promise.reject(new TypeError('undefined is no body')),
      },
    },
    { read: async () => Promise.reject(new TypeError('undefined is not a table')) },
  ]
  const cited: (readonly string[])[] = []
  for (const [index, tools] of failing.entries()) {
    await collect(`2026-06-0${index + 2}T09:00:00Z`, { tools })
    const entry = (await entries()).at(-1)
    if (entry?.kind !== 'rates-checked') throw new Error('The run did not fail.')
    cited.push(entry.origin?.captures.map(({ page }) => page) ?? [])
  }
  assert.deepEqual(cited, [['rates'], ['rates', 'more']])
  assert.equal((await auditBook(store)).difference, undefined)
})

test('a clock that is set back between a capture and its entry fails the run, and the next one is entered', async (t) => {
  const { site, addBank, collect, entries, store } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', first)
  const captured = at('2026-06-02T09:00:00Z')
  let isSetBack = false
  const instant = {
    from: 'clock',
    read: () => (isSetBack ? after(captured, -3_600_000) : captured),
  } as const
  const read: CollectTools['read'] = async (...pages) => {
    isSetBack = true
    return readPages(...pages)
  }
  assert.deepEqual(outcomesOf(await collect(instant, { tools: { read } })), [
    'failed rates-checked',
  ])
  assert.match(JSON.stringify((await entries()).at(-1)), /after the instant of its publication/)
  assert.deepEqual(outcomesOf(await collect(instant)), ['changed sheet-published'])
  assert.equal((await auditBook(store)).difference, undefined)
})
