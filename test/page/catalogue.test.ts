import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** Attributes whose values people read or hear. */
const spokenAttributes = new Set([
  'title',
  'label',
  'aria-label',
  'alt',
  'placeholder',
  'heading',
  'kicker',
  'details',
])

/** A node of a syntax tree, with the names that this test reads. */
type SyntaxNode = {
  readonly type: string
  readonly value?: unknown
  readonly name?: { readonly name?: string }
  readonly openingElement?: { readonly name: { readonly name?: string } }
}

/** The texts of a component that are not from the catalogue. Code, such as a command, is the same in every language. */
function ownTexts(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(ownTexts)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name, openingElement } = node as SyntaxNode
  if (openingElement?.name.name === 'code') return []
  if (type === 'JSXText' && typeof value === 'string') return isText(value) ? [value.trim()] : []
  if (type === 'JSXAttribute' && spokenAttributes.has(name?.name ?? '')) {
    const literal = value as SyntaxNode | null
    const text = literal?.type === 'Literal' ? literal.value : undefined
    // An image that only decorates has an empty `alt`.
    if (typeof text === 'string' && text !== '') return [text]
  }
  return Object.values(node).flatMap(ownTexts)
}

/** Whether a text has words. The name of the product and units are the same in every language. */
function isText(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/Ratebook|SHA-256|UTC|Rule/g, ''))
}

test('no component has sentences of its own: they come from the catalogue of messages', () => {
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => extname(path) === '.tsx' && !/^(?:dist|messages)/.test(path))
    .flatMap((path) =>
      ownTexts(parseSync(path, readFileSync(join(web, path), 'utf8')).program).map(
        (text) => `${path}: ${text}`,
      ),
    )
  assert.deepEqual(found, [])
})
