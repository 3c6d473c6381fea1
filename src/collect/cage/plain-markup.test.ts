import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainMarkup } from './plain-markup.ts'

test('plain elements with plain attributes pass', () => {
  for (const html of [
    'text &lt;script&gt;',
    '<div class="page" style="width:10.5px;height:20px"><span hidden>9.50</span></div><br>',
    '<td colspan="2" style="text-align:left"><mark id="cell">9</mark></td>',
  ])
    assert.ok(isPlainMarkup(html), html)
})

test('everything else does not', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<img src=x>',
    '<a href="https://x.example/">x</a>',
    '<div onclick="alert">x</div>',
    '<div style="background:url(x)">x</div>',
    '<div\nonload="x">x</div>',
    '<DIV>x</DIV>',
    '<sp<b>an>',
    '<!-- x -->',
    '<p',
    '<meta http-equiv="refresh">',
  ])
    assert.ok(!isPlainMarkup(html), html)
})
