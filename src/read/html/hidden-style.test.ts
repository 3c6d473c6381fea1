import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hidingInMarkup } from './elements.ts'

const tags = ['div', 'table', 'tbody', 'tr', 'td', 'span']

/** What Chromium shows of a text in each of these elements with a style, `S` something and `-` nothing; and what the reader says. */
const styles: Readonly<Record<string, readonly [chromium: string, reader: string]>> = {
  'display:none': ['------', '------'],
  'visibility:hidden': ['------', '------'],
  'visibility:collapse': ['------', '------'],
  'opacity:0': ['------', '------'],
  'opacity:0.02': ['------', '------'],
  'opacity:0.09': ['------', '------'],
  'font-size:0': ['------', '------'],
  'font-size:0.1px': ['------', '------'],
  'font-size:1px': ['SSSSSS', 'SSSSSS'],
  'font:0/0 a': ['------', '------'],
  'color:transparent': ['------', '------'],
  'color:rgba(0,0,0,0)': ['------', '------'],
  'color:#0000': ['------', '------'],
  'color:#00000000': ['------', '------'],
  'color:hsl(0 0% 0% / 0)': ['------', '------'],
  'color:transparent;-webkit-text-fill-color:black': ['SSSSSS', 'SSSSSS'],
  '-webkit-text-fill-color:transparent': ['------', '------'],
  'color:#fff;background:#fff': ['------', '------'],
  'position:absolute;left:-9999px': ['------', '------'],
  'position:fixed;top:-9999px': ['------', '------'],
  'position:relative;left:-9999px': ['------', '------'],
  'position:absolute;right:-9999px': ['------', '------'],
  'position:absolute;left:9999px': ['------', '------'],
  'position:absolute;inset:-9999px auto auto -9999px': ['------', '------'],
  'left:-9999px': ['SSSSSS', '??????'],
  'margin-left:-9999px': ['--SSS-', '--???-'],
  'margin-top:-9999px': ['--SSSS', '--????'],
  'margin:0 0 0 -9999px': ['--SSS-', '--???-'],
  'text-indent:-9999px': ['S----S', '?----?'],
  'text-indent:9999px': ['SSSSSS', 'SSSSSS'],
  'text-indent:100%;white-space:nowrap;overflow:hidden': ['SSSS-S', '??????'],
  'position:absolute;clip:rect(0,0,0,0)': ['------', '------'],
  'position:absolute;clip:rect(1px,1px,1px,1px)': ['------', '------'],
  'clip:rect(0,0,0,0)': ['SSSSSS', '??????'],
  'clip-path:inset(50%)': ['------', '------'],
  'clip-path:inset(100%)': ['------', '------'],
  'clip-path:inset(0 100% 0 0)': ['------', '------'],
  'clip-path:circle(0)': ['------', '------'],
  'clip-path:polygon(0 0,0 0,0 0)': ['------', '------'],
  'clip-path:ellipse(0 0)': ['------', '------'],
  'transform:scale(0)': ['-----S', '-----?'],
  'transform:scaleX(0)': ['-----S', '-----?'],
  'transform:scaleY(0)': ['-----S', '-----?'],
  'transform:scale(0,1)': ['-----S', '-----?'],
  'transform:scale3d(0,0,0)': ['-----S', '-----?'],
  'transform:matrix(0,0,0,0,0,0)': ['-----S', '-----?'],
  'transform:translate(-9999px)': ['-----S', '-----?'],
  'transform:translateX(-9999px)': ['-----S', '-----?'],
  'transform:translateY(-200vh)': ['-----S', '-----?'],
  'transform:rotateY(90deg)': ['-----S', '-----?'],
  'scale:0': ['-----S', '-----?'],
  'translate:-9999px': ['-----S', '-----?'],
  'rotate:y 90deg': ['-----S', '-----?'],
  'height:0': ['SSSSSS', '?SSSSS'],
  'height:0;overflow:hidden': ['-SSSSS', '-?????'],
  'max-height:0;overflow:hidden': ['-SSSSS', '-?????'],
  'max-height:0': ['SSSSSS', '?SSSSS'],
  'width:0': ['SSSSSS', '?SSSSS'],
  'width:0;overflow:hidden': ['-SSSSS', '-?????'],
  'max-width:0;overflow:hidden': ['-SSS-S', '-?????'],
  'width:0;height:0;overflow:hidden': ['-SSSSS', '-?????'],
  'width:1px;height:1px;overflow:hidden': ['-SSSSS', '-?????'],
  'block-size:0;overflow:hidden': ['-SSSSS', '-?????'],
  'display:block;height:0;overflow:hidden': ['------', '------'],
  'display:block;max-height:0;overflow:hidden': ['------', '------'],
  'display:block;width:0;overflow:hidden': ['------', '------'],
  'display:inline-block;width:0;overflow:hidden': ['------', '------'],
  'height:0;overflow-y:hidden': ['-SSSSS', '-?????'],
  'height:0;overflow:clip': ['-SSSSS', '-?????'],
  'height:0;contain:paint': ['-SSSSS', '-?????'],
  'line-height:0': ['SSSSSS', 'SSSSSS'],
  'line-height:0;overflow:hidden': ['SSSSSS', 'SSSSSS'],
  'content-visibility:hidden': ['-SSS-S', '-???-?'],
  'filter:opacity(0)': ['------', '------'],
  'filter:opacity(0%)': ['------', '------'],
  'filter:opacity(.0)': ['------', '------'],
  'filter:blur(50px)': ['------', '------'],
  'mask:linear-gradient(transparent,transparent)': ['------', '------'],
  'mask-image:linear-gradient(transparent,transparent)': ['------', '------'],
  '-webkit-mask-image:linear-gradient(transparent,transparent)': ['------', '------'],
  'zoom:0': ['SSSSSS', 'SSSSSS'],
  'position:relative;z-index:-1': ['SSSSSS', 'SSSSSS'],
  'letter-spacing:-9999px': ['SSSSSS', 'SSSSSS'],
  '-webkit-text-security:disc': ['SSSSSS', 'SSSSSS'],
}

function readerOf(style: string): string {
  const signs = { hidden: '-', unclear: '?', seen: 'S' }
  const attributes = [{ name: 'style', value: style }]
  return tags.map((tag) => signs[hidingInMarkup(tag, attributes) ?? 'seen']).join('')
}

test('a style hides what Chromium does not show; where a style sheet may add to it, the reader says so', () => {
  for (const [style, [chromium, reader]] of Object.entries(styles)) {
    assert.equal(readerOf(style), reader, style)
    const wrong = tags.filter((_, at) => reader[at] !== '?' && reader[at] !== chromium[at])
    assert.deepEqual(wrong, [], `${style}: the table itself is wrong`)
  }
})

test('styles of honest pages hide nothing', () => {
  for (const style of [
    'opacity:0.5',
    'font-size:0.8em',
    'color:rgb(0,0,0)',
    'color:rgba(0,0,0,0.6)',
    'color:#fff;background:#003366',
    'color:#0f0f',
    'color:inherit;background:inherit',
    'color:transparent;-webkit-background-clip:text;background-image:linear-gradient(red,blue)',
    'position:absolute;left:612px;top:1520px',
    'position:relative;left:-10px;top:-1px',
    'margin-left:-40px;text-indent:-18.0pt',
    'margin:0 0 -9999px;padding-bottom:9999px',
    'transform:scale(-1,1)',
    'transform:translate(-50%,-50%) rotate(90deg)',
    'transform:matrix(0,1,-1,0,0,0)',
    'clip-path:inset(10% 0 20%)',
    'clip-path:circle(40%)',
    'clip-path:none',
    'filter:opacity(90%) blur(0)',
    'mask-image:linear-gradient(black,transparent)',
    'height:20px;overflow:hidden',
    'max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap',
    'width:0;flex:1',
    'overflow:auto;max-height:400px',
    'visibility:visible;display:block',
  ])
    assert.equal(readerOf(style), 'SSSSSS', style)
  for (const style of ['height:0pt', 'height:0', 'width:0', 'max-height:0'])
    assert.equal(readerOf(style), '?SSSSS', style)
})
