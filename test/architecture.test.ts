import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeRules } from './architecture/code-rules.ts'
import { importRules } from './architecture/import-rules.ts'
import { sharedTypeNames } from './architecture/shared-names.ts'
import { sourceFile } from './architecture/source-file.ts'

const files = globSync('{src,web}/**/*.{ts,tsx}').map((path) =>
  sourceFile(path.replaceAll('\\', '/'), readFileSync(path, 'utf8')),
)

for (const { name, violations, bad, good = [] } of [...importRules, ...codeRules]) {
  test(`every file keeps the rule: ${name}`, () => {
    assert.ok(files.length > 0)
    const found = files.flatMap((file) => violations(file).map((what) => `${file.path}: ${what}`))
    assert.deepEqual(found, [])
  })
  test(`the test detects a violation of: ${name}`, () => {
    for (const [path, text] of bad) {
      assert.notDeepEqual(violations(sourceFile(path, text)), [], `${path} passes with ${text}`)
    }
    for (const [path, text] of good)
      assert.deepEqual(violations(sourceFile(path, text)), [], `${path} fails with ${text}`)
  })
}

test('every file keeps the rule: two exported types never share a name', () => {
  assert.deepEqual(sharedTypeNames(files), [])
})

test('the test detects a violation of: two exported types never share a name', () => {
  const store = sourceFile('src/store/a.ts', 'export type Page = string')
  for (const text of [
    'export type Page = { a: 1 }',
    'export interface Page {}',
    'export class Page extends Error {}',
  ]) {
    const shared = sharedTypeNames([store, sourceFile('web/b.ts', text)])
    assert.deepEqual(shared, ['Page: src/store/a.ts, web/b.ts'], text)
  }
  const other = sourceFile('web/b.ts', `type Page = 1\nexport type Pages = 1 // export type Page`)
  assert.deepEqual(sharedTypeNames([store, other]), [])
})

test('npm test runs every test file of the checkout', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  assert.equal(scripts['test:run'], 'npm run -s test:shared && npm run -s test:own')
  const commands = `${scripts['test:shared']} ${scripts['test:own']}`
  const globs = Array.from(commands.matchAll(/"([^"]+)"/g), ([, glob]) => glob ?? '')
  const all = globSync('**/*.test.*', { exclude: ['**/node_modules', '.git', 'samples'] })
  assert.ok(all.length > 0)
  assert.deepEqual(new Set(globSync(globs)), new Set(all))
})
