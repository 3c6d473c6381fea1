import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../../src/cli/failure.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = globSync(
  ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/*.md', 'decisions/*.md'],
  { cwd: root },
)
const deployed = ['Dockerfile', ...globSync('deploy/*', { cwd: root })]
const sources = globSync(['src/**/*.ts'], { cwd: root }).map(read).join('\n')
const unit = settingsOf('deploy/ratebook.service')

/** The lines `name=value` of a unit; of those with the same name the last. */
function settingsOf(path: string): ReadonlyMap<string, string> {
  return new Map(
    [...read(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const text = read(path).replaceAll(/^```[^]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every link of the documents leads somewhere', () => {
  let count = 0
  for (const page of pages) {
    for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [place = '', anchor] = target.split('#', 2)
      const path = place === '' ? page : join(dirname(page), place)
      assert.ok(existsSync(join(root, path)), `${page}: ${target}`)
      if (anchor !== undefined) assert.ok(anchorsOf(path).includes(anchor), `${page}: ${target}`)
      count++
    }
  }
  assert.ok(count > 50)
})

test('every file of ours that a document, a comment or a file for deployment names by its folder is there', () => {
  const programs = globSync(['{src,bench,web,bin}/**/*.{ts,tsx,wat,js}'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
  const named =
    /(?<![\w./*-])(?:(?:src\/)?(?:cli|client|domain|http|market|publish|query|store)|test|bench|web|bin|decisions)\/(?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|wat|js|lua|md)(?![\w*])/g
  let count = 0
  for (const path of [...pages, ...deployed, ...programs]) {
    for (const [name] of read(path).matchAll(named)) {
      const isThere = [name, `src/${name}`].some((place) => existsSync(join(root, place)))
      assert.ok(isThere, `${path}: ${name}`)
      count++
    }
  }
  assert.ok(count > 100, `${count}`)
})

test('every variable of ours that a document or a file for deployment names is read somewhere', () => {
  for (const path of [...pages, ...deployed]) {
    for (const [name] of read(path).matchAll(/\bRATEBOOK_[A-Z_]+\b/g)) {
      assert.ok(sources.includes(`'${name}'`) || sources.includes(`${name}:`), `${path}: ${name}`)
    }
  }
})

test('every command and flag of ours in the steps of deploy.md exists', () => {
  const commands = globSync('src/cli/*.ts', { cwd: root }).map(read).join('\n')
  const steps = [...read('docs/deploy.md').matchAll(/^```sh\n([^]*?)^```/gm)].map(
    ([, text]) => text,
  )
  const calls = steps
    .join('\n')
    .matchAll(/\b(?<!-u )ratebook(?: -- ratebook)? ([a-z]+)((?: [^|#\n]+)?)/g)
  const found = [...calls].filter(([, name]) => name !== 'restart')
  assert.ok(found.length > 10)
  for (const [call, name, rest = ''] of found) {
    assert.match(commands, new RegExp(`ommand\\(\\s*'${name}'`), call)
    for (const [flag] of rest.matchAll(/(?<= )--[a-z][a-z-]*/g)) {
      assert.ok(commands.includes(`'${flag} `) || commands.includes(`'${flag}'`), call)
    }
  }
})

test('the unit starts what there is, gives it time to stop, and tries nothing again that stays wrong', () => {
  assert.match(unit.get('ExecStart') ?? '', / \/opt\/ratebook\/bin\/ratebook\.js serve$/)
  const { usage, configuration } = exitCodes
  assert.equal(unit.get('RestartPreventExitStatus'), `${usage} ${configuration}`)
  const { drain, hold, stop, connections } = defaultLimits
  assert.ok(Number(unit.get('TimeoutStopSec')) * 1000 > 2 * drain + 2 * hold + stop)
  assert.ok(Number(unit.get('LimitNOFILE')) > connections)
})

test('the balancers close idle connections before a node does', () => {
  for (const [path, line] of [
    ['deploy/nginx.conf', /keepalive_timeout (\d+)s;/],
    ['deploy/haproxy.cfg', /timeout http-keep-alive (\d+)s/],
  ] as const) {
    const [, seconds] = line.exec(read(path)) ?? []
    assert.ok(Number(seconds) * 1000 < defaultLimits.keepAlive, path)
  }
})

test('the image is made of files that exist, by the Node that is tested', () => {
  const file = read('Dockerfile')
  const passed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path)
  const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  assert.deepEqual(new Set(copied), new Set(passed))
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  const { devDependencies } = JSON.parse(read('package.json')) as {
    devDependencies: { node: string }
  }
  for (const [, version] of file.matchAll(/^FROM node:([\d.]+)-/gm))
    assert.equal(version, devDependencies.node)
})
