import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../test/support/sample-market.ts'
import { hoursSince, html } from './html.ts'

test('texts are escaped, in content and in attributes', () => {
  const hostile = `</td><script>alert("1")</script> & 'x'`
  assert.equal(
    html`<td title="${hostile}">${hostile}</td>`.html,
    '<td title="&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
      '&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</td>',
  )
})

test('HTML is inserted as it is, numbers as text; nothing for undefined and false', () => {
  const row = html`<b>${1}</b>`
  assert.equal(
    html`<p>${[row, '<', [row]]}${undefined}${false}</p>`.html,
    '<p><b>1</b>&lt;<b>1</b></p>',
  )
  assert.equal(html`${[row, '&']}`.html, '<b>1</b>&amp;')
})

test('the hours since an entry count from its true time if the book was ahead of the clock', () => {
  const now = at('2026-06-08T12:30:00Z')
  const entry = { at: at('2026-06-08T09:00:00Z') }
  assert.equal(hoursSince(entry, now), 3)
  const moved = { at: at('2026-09-15T09:00:00Z'), clock: entry.at }
  assert.equal(hoursSince(moved, now), 3)
})
