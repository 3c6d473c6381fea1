import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { escapeHtml } from '../../src/domain/text.ts'
import { until } from '../support/cli.ts'
import { browser, browserTest } from '../page/open-page.ts'
import { contextOf } from './support/check-page.ts'
import { rowsWith, type HeldBank } from './support/desk-book.ts'
import { startDesk, type DeskPage, type TestDesk } from './support/desk-server.ts'

const markup = `"><script>window.ran=1</script><img src=x onerror="window.ran=2">'`

/** A page that tries to run something and to reach another port in every way. */
function hostilePage(home: string): string {
  return `<!doctype html><html><head><base href="${home}/base/"><meta http-equiv="refresh" content="0;url=${home}/refresh">
<meta http-equiv="Content-Security-Policy" content="default-src *"><link rel="stylesheet" href="${home}/link"><link rel="prefetch" href="${home}/prefetch">
<link rel="dns-prefetch" href="${home}"><style>@import url("${home}/import"); body { background: url(${home}/url) } @font-face { font-family: f; src: url(${home}/font) } * { font-family: f }</style>
<script src="${home}/script"></script><script>parent.ran = top.ran = 1; fetch("${home}/fetch"); location = "${home}/location"; top.location = "${home}/top"</script></head>
<body onload="top.ran=2" background="${home}/background" style="background-image:url(${home}/style)">
<form action="${home}/form" target="_top"><input name="a" autofocus onfocus="this.form.submit()"><button id="send">Send</button></form>
<a id="js" href="javascript:top.ran=3">js</a><a href="data:text/html,<script>top.ran=4</script>">data</a><a id="away" href="${home}/link-click" target="_top" ping="${home}/ping">away</a>
<img src="${home}/img" srcset="${home}/srcset 2x" onerror="top.ran=5"><iframe src="${home}/iframe"></iframe><iframe srcdoc="<script>top.ran=6</script>"></iframe>
<svg onload="top.ran=7"><script>top.ran=8</script><image href="${home}/svg"/><use href="${home}/use#a"/><foreignObject><iframe src="${home}/fo"></iframe></foreignObject></svg>
<math><maction actiontype="statusline" xlink:href="javascript:top.ran=9">m</maction></math><object data="${home}/object"></object><embed src="${home}/embed">
<video src="${home}/video" poster="${home}/poster" autoplay></video><audio src="${home}/audio" autoplay></audio><table background="${home}/table"><tr><td background="${home}/td">9.50</td></tr></table>
<noscript><img src="${home}/noscript"></noscript><template><img src="${home}/template"></template><xmp><img src="${home}/xmp"></xmp>
<h2>The last line</h2></body></html>`
}

const connections: string[] = []
const listener = createServer((socket) => {
  connections.push('a connection')
  socket.on('data', (data) => connections.push(data.toString().split('\n', 1)[0] ?? ''))
  socket.on('error', () => {})
})
let desk: TestDesk | undefined
let home = ''

before(async () => {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  home = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const bank = { rows: rowsWith('9.00'), stood: rowsWith('8.90') }
  const banks: readonly HeldBank[] = [
    {
      ...bank,
      id: 'hostile-bank',
      age: 9,
      body: Buffer.from(hostilePage(home)),
      url: `https://x.example/${markup}`,
    },
    { ...bank, id: 'deep-bank', age: 8, body: Buffer.from(`${'<div>'.repeat(50_000)}9.50`) },
    {
      ...bank,
      id: 'named-bank',
      name: `Bank ${markup}`,
      age: 7,
      rows: [...rowsWith('9.00'), ['36 Months', '9.90%', '9.03%']],
      findings: [{ rule: 'x', message: `Found ${markup} \u202e05.9` }],
    },
  ]
  desk = await startDesk(banks)
})
after(async () => {
  await desk?.close()
  listener.close()
})

const address = (path: string): string => `${desk?.address}${path}`
const positionOf = (id: string): number => desk?.holdOf(id) ?? 0
const get = async (path: string): Promise<DeskPage> => desk?.get(path) ?? assert.fail()

browserTest('a captured page neither runs nor sends a request, and shows its text', async () => {
  const context = await contextOf(browser(), 'ann')
  const page = await context.newPage()
  for (const tab of ['read', 'captured']) {
    await page.goto(address(`/hold/${positionOf('hostile-bank')}?tab=${tab}`), {
      waitUntil: 'load',
    })
    if (tab === 'captured') await page.frameLocator('iframe').getByText('The last line').waitFor()
  }
  const frame = page.frameLocator('iframe')
  for (const text of ['js', 'away']) await frame.getByText(text, { exact: true }).click()
  // The document by itself has the same policy, whoever opens it.
  const source = (await page.locator('iframe').getAttribute('src')) ?? ''
  const alone = await context.newPage()
  const response = await alone.goto(address(source))
  assert.match(
    response?.headers()['content-security-policy'] ?? '',
    /^default-src 'none'; style-src 'unsafe-inline'; sandbox;/,
  )
  const text = (await response?.text()) ?? ''
  assert.doesNotMatch(
    text,
    /<script|<form|<base|http-equiv|<iframe|<svg|<a |<img|<link|127\.0\.0\.1/i,
  )
  const { pathname, search } = new URL(address(source))
  const raw = await page.request.get(address(`${pathname}/raw${search}`))
  const {
    'content-type': type,
    'content-disposition': disposition,
    'x-content-type-options': sniff,
  } = raw.headers()
  assert.deepEqual([type, sniff], ['application/octet-stream', 'nosniff'])
  assert.match(disposition ?? '', /^attachment; filename="[0-9a-f]{64}\.html"$/)
  await page.goto(address('/'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.evaluate('window.ran'), undefined)
  assert.deepEqual(connections, [])
  await context.close()
})

test('50,000 nested elements do not hold up the desk', async () => {
  const path = `/hold/${positionOf('deep-bank')}`
  assert.match((await get(`${path}?tab=read`)).body, /<h2>Figures<\/h2>/)
  const [, source = ''] =
    /<iframe[^>]* src="([^"]+)"/.exec((await get(`${path}?tab=captured`)).body) ?? []
  assert.match((await get(source.replaceAll('&amp;', '&'))).body, /9\.50/)
})

test('names, addresses and findings with markup are texts', async () => {
  for (const path of [
    '/',
    `/hold/${positionOf('named-bank')}`,
    `/hold/${positionOf('named-bank')}/edit`,
    `/hold/${positionOf('hostile-bank')}`,
    '/enter',
    '/enter?institution_id=named-bank',
    '/enter?institution_id=hostile-bank',
    '/correct?institution_id=named-bank',
    `/hold/${encodeURIComponent(markup)}`,
  ]) {
    const { body } = await get(path)
    assert.doesNotMatch(body, /<img|<script(?! src="\/assets\/)|"><script/, path)
  }
  const { body } = await get(`/hold/${positionOf('named-bank')}`)
  assert.ok(body.includes(`<bdi>Bank ${escapeHtml(markup)}</bdi></h1>`))
  assert.ok(body.includes(`<bdi>Found ${escapeHtml(markup)} \\u202E05.9</bdi>`))
})

test('a capture is served only for an entry that cites it', async () => {
  const digest = await desk?.desk.captures.put(Buffer.from('<p>not cited</p>'))
  for (const path of [
    `/capture/${digest}?entry=${positionOf('deep-bank')}`,
    `/capture/${digest}/raw?entry=1`,
    '/capture/..%2f..%2fetc?entry=1',
  ]) {
    const { status, body } = await get(path)
    assert.equal(status, 404, path)
    assert.doesNotMatch(body, /not cited</)
  }
})

browserTest('the listener counts what the page sends where nothing holds it back', async () => {
  const page = await browser().newPage()
  await page.setContent(hostilePage(home), { waitUntil: 'commit' })
  assert.ok(await until(() => connections.length > 0))
  await page.close()
})
