import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { exitCodes } from '../../../src/domain/failure.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { defaultLimits } from '../../../src/serve/server/limits.ts'
import { createMetrics, createRequestMetrics } from '../../../src/serve/server/metrics.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/*.md',
    'decisions/*.md',
    'sources/*.md',
    '{src,web}/**/README.md',
  ],
  { cwd: root },
)
const deploymentFiles = ['Dockerfile', ...globSync('deploy/*', { cwd: root })]
const sources = globSync(['src/**/*.ts'], { cwd: root }).map(read).join('\n')
const unit = settingsOf('deploy/ratebook.service')

/** The lines `name=value` of a unit file; the last one of each name. */
function settingsOf(path: string): ReadonlyMap<string, string> {
  return new Map(
    [...read(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(path: string): string[] {
  const text = read(path).replaceAll(/^```[^]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every link between documents has a target', () => {
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

test('every source file that a document, a comment or a deployment file names exists', () => {
  const programs = globSync(['{src,bench,web,bin}/**/*.{ts,tsx,js}'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
  const named =
    /(?<![\w./*-])(?:(?:src\/)?(?:book|cli|collect|desk|domain|outbound|serve|share)|test|bench|web|bin|decisions)\/(?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|js|lua|md)(?![\w*])/g
  let count = 0
  for (const path of [...pages, ...deploymentFiles, ...programs]) {
    for (const [name] of read(path).matchAll(named)) {
      const exists = [name, `src/${name}`].some((place) => existsSync(join(root, place)))
      assert.ok(exists, `${path}: ${name}`)
      count++
    }
  }
  assert.ok(count > 100, `${count}`)
})

test('every RATEBOOK_ variable that a document or a deployment file names is read by the code', () => {
  for (const path of [...pages, ...deploymentFiles]) {
    for (const [name] of read(path).matchAll(/\bRATEBOOK_[A-Z_]+\b/g)) {
      assert.ok(sources.includes(`'${name}'`) || sources.includes(`${name}:`), `${path}: ${name}`)
    }
  }
})

test('the systemd unit starts the launcher, gives it time to stop, and does not restart it after a wrong setting', () => {
  assert.match(unit.get('ExecStart') ?? '', / \/opt\/ratebook\/bin\/ratebook\.js serve$/)
  const { usage, configuration } = exitCodes
  assert.equal(unit.get('RestartPreventExitStatus'), `${usage} ${configuration}`)
  // The server exits within 10 seconds (docs/http.md).
  assert.ok(Number(unit.get('TimeoutStopSec')) > 10)
  assert.ok(Number(unit.get('LimitNOFILE')) > defaultLimits.connections)
})

test('the guide enters no samples into a book, and names no tag or branch', () => {
  assert.doesNotMatch(
    read('docs/deploy.md'),
    /samples\/|--sample|--reason sample|--branch|--tags|checkout VERSION/,
  )
})

test('nginx closes idle connections before the server does', () => {
  const [, seconds] = /keepalive_timeout (\d+)s;/.exec(read('deploy/nginx.conf')) ?? []
  assert.ok(Number(seconds) * 1000 < defaultLimits.keepAlive)
})

test('the container image copies files that exist; it and the guide use the tested version of Node', () => {
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
  const installed = read('docs/deploy.md').matchAll(/\bnode-v([\d.]+)-linux/g)
  assert.deepEqual(
    new Set(Array.from(installed, ([, version]) => version)),
    new Set([devDependencies.node]),
  )
})

/** The paths of the checkout outside of a folder that the files in it name by a relative path. */
function pathsOutside(folder: string): readonly string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.test.ts'] })
  const named = files.flatMap((file) =>
    Array.from(read(file).matchAll(/['"](\.\.\/[\w./-]+)['"]/g), ([, path = '']) =>
      join(dirname(file), path),
    ),
  )
  return [...new Set(named)].filter((path) => !path.startsWith(`${folder}/`))
}

test('the image and the package have what the code reads, and the image what a server needs', () => {
  const [, build = '', final = ''] = read('Dockerfile').split(/^FROM .*$/m)
  const copiedIn = (stage: string): readonly string[] =>
    [...stage.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.replaceAll('/opt/ratebook/', '').split(' '),
    )
  const lacks = (paths: readonly string[], has: readonly string[]): readonly string[] =>
    paths.filter((path) => !has.some((one) => `${path}/`.startsWith(`${one}/`)))
  const [ofCode, ofPage] = [pathsOutside('src'), pathsOutside('web')]
  assert.ok(
    ofCode.includes('web/dist/') && ofPage.some((path) => path.startsWith('src/serve/client')),
  )
  const withSources = [...ofCode, 'sources', 'bin/ratebook.js', 'node_modules', 'LICENSE']
  assert.deepEqual(lacks(withSources, copiedIn(final)), [])
  assert.deepEqual(lacks([...ofPage, 'vite.config.ts', 'tsconfig.json'], copiedIn(build)), [])
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] }
  const packed = files.flatMap((pattern) => (pattern.includes('*') ? dirname(pattern) : pattern))
  // npm packs package.json always.
  assert.deepEqual(lacks([...ofCode, 'sources'], [...packed, 'package.json']), [])
  for (const line of [
    /^USER node$/m,
    /^VOLUME \["\/var\/lib\/ratebook"\]$/m,
    /^HEALTHCHECK .*\\\n {2}CMD \[/m,
  ])
    assert.match(final, line)
  assert.ok(final.indexOf('WORKDIR /var/lib/ratebook') > final.lastIndexOf('COPY'))
})

test('docs/monitoring.md lists exactly the metrics of the server, with their labels', async () => {
  const market = () => emptyMarket
  const zero = () => 0 as Instant
  const sources = { market, lastReadAt: zero, droppedLogLines: () => 0, now: zero, version: '1' }
  const registry = createMetrics(sources)
  createRequestMetrics(registry)({
    endpoint: '/compare',
    method: 'GET',
    target: '/compare',
    status: 200,
    bytes: 1,
    milliseconds: 1,
    client: '::1',
    cache: 'hit',
    isStream: false,
  })
  const metrics = await registry.getMetricsAsJSON()
  const own = metrics.filter(({ name }) => name.startsWith('ratebook_'))
  const rows = own.map(({ name, values }) => {
    const labels = values.flatMap(({ labels }) => Object.keys(labels))
    return `${name} ${[...new Set(labels)].filter((label) => label !== 'le').join(' ')}`.trim()
  })
  const [, section = ''] = /^## Metrics\n([^]*?)^## /m.exec(read('docs/monitoring.md')) ?? []
  const documented = [...section.matchAll(/^\| `(ratebook_\w+)` \|([^|]*)\|/gm)].map(
    ([, name = '', labels = '']) => name + labels.replaceAll(/[`,]/g, '').trimEnd(),
  )
  assert.deepEqual(new Set(documented), new Set(rows))
})
