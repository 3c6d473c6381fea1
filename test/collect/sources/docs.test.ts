import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sourceSchema } from '../../../src/collect/read/source-schema.ts'

const guide = readFileSync('docs/sources.md', 'utf8')

/** The names of all members that a schema describes, in any depth. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

test('docs/sources.md describes every field of a source definition', () => {
  const names = new Set(namesIn(sourceSchema))
  assert.ok(names.size > 40)
  const missing = [...names].filter(
    (name) => !guide.includes(`\`${name}\``) && !new RegExp(`[{ \`,]${name}: `).test(guide),
  )
  assert.deepEqual(missing, [])
})

test('docs/sources.md names every finding of the reader', () => {
  const rules = globSync('src/collect/read/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/rule: '([a-z-]+)'/g)].map(([, rule = '']) => rule),
  )
  assert.ok(rules.length > 5)
  for (const rule of rules) assert.ok(guide.includes(`\`${rule}\``), rule)
})
