import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeRules } from './code-rules.ts'
import { importCircles, importRules } from './import-rules.ts'
import { folderOf, isTest, mayImport, sourceFile, wingOf } from './source-file.ts'

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

test('each wing and each room imports from everything in its row of the tables', () => {
  const unused = Object.entries(mayImport).flatMap(([folder, imports]) => {
    const used = files
      .filter((file) => [file.folder, wingOf(file.folder)].includes(folder) && !isTest(file))
      .flatMap((file) => file.imports.map(({ path }) => folderOf(path)))
    const isUsed = (name: string) =>
      folder.includes('/')
        ? used.includes(`${wingOf(folder)}/${name}`)
        : used.some((other) => other === name || wingOf(other) === name)
    return imports
      .filter((other) => /^(?!all$)\w/.test(other) && !isUsed(other))
      .map((other) => `${folder}: ${other}`)
  })
  assert.deepEqual(unused, [])
})

test('no rooms import each other in a circle', () => {
  const rooms = Map.groupBy(
    files.filter((file) => !isTest(file)),
    ({ folder }) => folder,
  )
  const asFiles = [...rooms].map(([folder, inside]) => ({
    ...sourceFile(folder, ''),
    imports: inside
      .flatMap(({ imports }) =>
        imports.map(({ path, isType }) => ({ path: folderOf(path), isType })),
      )
      .filter(({ path }) => path !== folder),
  }))
  assert.ok(rooms.size > 20)
  assert.deepEqual(importCircles(asFiles), [])
})

/** The doors that the README of a wing lists: files, and folders of which every file is one. */
function doorsOf(wing: string): readonly string[] {
  const [, list = ''] = readFileSync(`src/${wing}/README.md`, 'utf8').split('\n## Doors\n')
  return Array.from(list.matchAll(/^- `([^`]+)`: /gm), ([, path]) => `src/${wing}/${path}`)
}

for (const wing of ['book', 'collect', 'serve', 'share']) {
  test(`other wings import the doors of ${wing} and nothing else of it`, () => {
    const doors = doorsOf(wing)
    // `cli` wires the wings together, so it may open any file.
    const imported = new Set(
      files
        .filter((file) => !isTest(file) && ![wing, 'cli'].includes(wingOf(file.folder)))
        .flatMap((file) => file.imports.map(({ path }) => path))
        .filter((path) => path.startsWith(`src/${wing}/`)),
    )
    const isDoor = (path: string, door: string) =>
      door.endsWith('/') ? path.startsWith(door) : path === door
    const closed = [...imported].filter((path) => !doors.some((door) => isDoor(path, door)))
    assert.deepEqual(closed, [], 'no door of the README')
    const unused = doors.filter((door) => ![...imported].some((path) => isDoor(path, door)))
    assert.deepEqual(unused, [], 'a door that no other wing opens')
  })
}

test('no files import each other in a circle, not even types', () => {
  assert.deepEqual(importCircles(files), [])
  const circle = [
    sourceFile('src/a.ts', `import type { B } from './b.ts'`),
    sourceFile('src/b.ts', `import { c } from './c.ts'`),
    sourceFile('src/c.ts', `const { a } = await import('./a.ts')`),
  ]
  const user = sourceFile('src/d.ts', `import { a } from './a.ts'`)
  assert.deepEqual(importCircles([...circle, user]), ['src/a.ts', 'src/b.ts', 'src/c.ts'])
  assert.deepEqual(importCircles([...circle.slice(1), user]), [])
})

test('`npm test` and `npm run test:faults` run every test file of the checkout', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const names = [
    'test:shared',
    'test:pages',
    'test:processes',
    'test:rounds',
    'test:own',
    'test:faults',
  ]
  for (const name of names.slice(0, -1)) assert.match(scripts['test:run'] ?? '', RegExp(name))
  const commands = names.map((name) => scripts[name]).join(' ')
  const globs = Array.from(commands.matchAll(/"([^"]+)"/g), ([, glob]) => glob ?? '')
  const all = globSync('**/*.test.*', { exclude: ['**/node_modules', '.git', 'samples'] })
  assert.ok(all.length > 0)
  assert.deepEqual(new Set(globSync(globs)), new Set(all))
})
