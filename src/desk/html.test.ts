import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, joined } from './html.ts'

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
  assert.equal(joined([row, '&']).html, '<b>1</b>&amp;')
})
