import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printRows } from '../collect/rounds/printed-rows.ts'
import { isPlainMarkup } from '../../src/collect/cage/answer.ts'
import { pageFormats, type PageFormat } from '../../src/domain/origin.ts'
import type { Day } from '../../src/domain/day.ts'
import { viewPage } from '../../src/collect/read/view/view-page.ts'

async function view(
  body: string | Uint8Array,
  address = '',
  format: PageFormat = 'html',
): Promise<string> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const found = await viewPage(
    { name: 'rates', format, day: '2026-06-01' as Day, body: bytes },
    address,
  )
  if ('failure' in found) return found.failure
  assert.ok(isPlainMarkup(found.view), found.view.slice(0, 2_000))
  return found.view
}

test('only text and plain elements of a page are left', async () => {
  const page = `<!doctype html><html><head><base href="http://x.example/"><meta http-equiv="refresh" content="0;url=http://x.example/">
<link rel="stylesheet" href="http://x.example/a.css"><style>@import url(http://x.example/b.css); p { background: url(http://x.example/c) }</style>
<script>alert(1)</script></head><body onload="alert(2)" background="http://x.example/d">
<form action="http://x.example/e"><input name="a" value="b"><button formaction="http://x.example/f">Send</button></form>
<a href="javascript:alert(3)" ping="http://x.example/g">link</a><a href="data:text/html,<script>alert(4)</script>">data</a>
<img src="http://x.example/h" alt="a <b>logo</b>" onerror="alert(5)"><iframe src="http://x.example/i" srcdoc="<script>alert(6)</script>"></iframe>
<svg onload="alert(7)"><script>alert(8)</script><foreignObject><p onclick="alert(9)">in svg</p></foreignObject></svg>
<math><mtext><img src=x onerror=alert(10)></mtext></math><object data="http://x.example/j"></object><embed src="http://x.example/k">
<video poster="http://x.example/l"><source src="http://x.example/m"></video><template><script>alert(11)</script></template>
<table><tr><td colspan="2" style="background:url(http://x.example/n);text-align:RIGHT;display:none;behavior:url(x)" class="x" onclick="alert(12)">9.50</td></tr></table>
<p style="text-align:left;background-image:url(//x.example/o)">a &lt;script&gt; b</p><custom-element is="x">custom</custom-element>
<noscript><img src=http://x.example/p></noscript><plaintext><script>alert(13)</script>`
  const text = await view(page)
  assert.doesNotMatch(
    text,
    /<script|alert\((?!13)|x\.example|on\w+=|href|src|javascript:|data:|url|behavior|<(?:svg|math|form|input|iframe|meta|link|base|style)/i,
  )
  assert.match(text, /<td colspan="2" style="text-align:right" hidden>9\.50<\/td>/)
  const unseen = '<p style="transform:scale(0)">a</p><p style="color:#0000;text-align:left">b</p>'
  assert.match(await view(unseen), /<p hidden>a<\/p><p style="text-align:left" hidden>b<\/p>/)
  assert.match(text, /\[image: a &lt;b&gt;logo&lt;\/b&gt;\]/)
  assert.match(text, /<p style="text-align:left">a &lt;script&gt; b<\/p>/)
  assert.match(text, /<span>custom<\/span>/)
})

test('the cell at an address is lit in every format', async () => {
  const row = {
    tenure: '12 Months',
    rate: '9.50%',
    annualEffectiveRate: '9.50',
    minimumDeposit: 'Rs. 5,000',
  }
  for (const format of pageFormats) {
    const { body, cells } = printRows(format, [{ ...row, tenure: '6 Months', rate: '8.25%' }, row])
    const lit = await view(body, cells[1]?.rate.address, format)
    assert.deepEqual(
      lit.match(/<mark.*?<\/mark>/g),
      [`<mark id="cell">${format === 'json' ? '&quot;9.50%&quot;' : '9.50%'}</mark>`],
      format,
    )
    assert.doesNotMatch(await view(body, '#nowhere', format), /<mark/)
  }
})

test('a cell inside a script, an attribute or JSON in JSON is shown and lit', async () => {
  const script = '<p>Rates</p><script>var rates = [9.50, 8.00]</script>'
  const at = script.indexOf('9.50')
  assert.match(
    await view(script, `#char=${at},${at + 4}`),
    /<pre>.*<mark id="cell">9\.50<\/mark>, 8\.00/s,
  )
  const option = '<select><option data-rate="9.50">x</option></select>'
  const place = option.indexOf('9.50')
  assert.match(await view(option, `#char=${place},${place + 4}`), /<mark id="cell">9\.50<\/mark>/)
  const data = '{"a":[1,{"rate":9.50}]}'
  const json = `<script>x = ${data}</script>`
  const start = json.indexOf(data)
  const found = await view(json, `#char=${start},${start + data.length}#/a/1/rate`)
  assert.match(found, /&quot;rate&quot;: <mark id="cell">9\.50<\/mark>/)
  const nested = JSON.stringify({ data: JSON.stringify([['12', '7.10']]) })
  assert.match(
    await view(nested, '#/data#/0/1', 'json'),
    /<mark id="cell">&quot;7\.10&quot;<\/mark>/,
  )
  assert.match(
    await view('{"12":7.10}', '#key=/12', 'json'),
    /<mark id="cell">&quot;12&quot;<\/mark>: 7\.10/,
  )
})

test('a page that is long or deep is cut, and its text is kept', async () => {
  assert.ok((await view('<p>'.concat('word '.repeat(400_000)))).length < 1_600_000)
  const deep = await view(`${'<div>'.repeat(3_000)}9.50${'</div>'.repeat(3_000)}`)
  assert.match(deep, /9\.50/)
  assert.ok((deep.match(/<div>/g) ?? []).length < 200)
})
