import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folders = ['../../web/dist/assets/', '../../src/desk/assets/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Static methods and constructors that Chrome 130, Edge 130, Firefox 132 or Safari 16.4 lacks, by MDN's compatibility data. */
const newerNames =
  'AbortSignal.any Error.isError Intl.DurationFormat Iterator.concat Iterator.from JSON.rawJSON Map.groupBy Math.sumPrecise Object.groupBy Promise.try Promise.withResolvers ReadableStream.from RegExp.escape Response.json Symbol.asyncDispose Symbol.dispose Temporal URL.canParse URL.parse Uint8Array.fromBase64 Uint8Array.fromHex requestIdleCallback'.split(
    ' ',
  )

/** Methods that one of them lacks. A method is missing here if an older object has one of the same name, such as `map`. */
const newerMethods =
  'caretPositionFromPoint checkVisibility difference getHTML getOrInsert getOrInsertComputed getSetCookie hidePopover intersection isDisjointFrom isSubsetOf isSupersetOf requestClose setHTML setHTMLUnsafe showPopover startViewTransition symmetricDifference toArray toBase64 toHex togglePopover transferToFixedLength union waitAsync'.split(
    ' ',
  )

/** CSS that changes colours or the layout where a browser does not know it. */
const newerStyles = ['light-dark\\(', '@starting-style', '@scope', '\\{[^}]*&[^}]*\\{', 'anchor\\(']

function found(extension: string, patterns: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .flatMap((name) => {
        const text = readFileSync(join(folder, name), 'utf8')
        return patterns
          .filter((pattern) => new RegExp(pattern).test(text))
          .map((pattern) => `${name}: ${pattern}`)
      }),
  )
}

test('the built page and the desk use no API of JavaScript or the DOM that a supported browser lacks', () => {
  assert.deepEqual(
    found('.js', [
      ...newerNames.map((name) => `(?<![\\w$.])${name.replace('.', '\\.')}\\b`),
      ...newerMethods.map((name) => `\\.${name}\\(`),
    ]),
    [],
  )
})

test('the built styles use no CSS that a supported browser lacks', () => {
  assert.deepEqual(found('.css', newerStyles), [])
})
