import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('docs/gate.md explains every rule that can have a finding', () => {
  const page = readFileSync(`${root}docs/gate.md`, 'utf8')
  const files = globSync('src/{book/gate,collect}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  })
  const rules = new Set(
    files.flatMap((file) => {
      const text = readFileSync(root + file, 'utf8')
      const named = text.matchAll(
        /\b(?:rule: |rule: \w+ \? |note\(\s*)('[a-z-]+'(?: [:|] '[a-z-]+')?)/g,
      )
      return Array.from(named, ([, words = '']) => words.match(/[a-z]+(?:-[a-z]+)*/g) ?? []).flat()
    }),
  )
  assert.ok(rules.size >= 25, [...rules].join())
  assert.deepEqual(
    [...rules].filter((rule) => !page.includes(`\`${rule}\``)),
    [],
  )
})
