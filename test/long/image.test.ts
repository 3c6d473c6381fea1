import assert from 'node:assert/strict'
import { chownSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { finished, until, type CommandResult } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { buildImage, canBuildImages, imageFolder, startIn, type Image } from './image.ts'

const skip = !canBuildImages()
const folder = imageFolder()
let image: Image | undefined

before(async () => {
  if (skip) return
  const built = buildImage(folder)
  // The containers share the network of this machine, where another program may use 8080.
  const environment = { ...built.environment, RATEBOOK_PORT: String(await freePort()) }
  image = { ...built, environment }
})
after(() => rmSync(folder, { recursive: true }))

const guide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
const [, section = ''] = /^## A container\n([^]*?)^## /m.exec(guide) ?? []

/** A `docker run` of the guide: its volumes, and its arguments after the name of the image. */
function containerOf(line: string): {
  readonly places: readonly string[]
  readonly words: readonly string[]
} {
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  return {
    places: words.flatMap((word, index) =>
      word === '-v' ? (words[index + 1]?.split(':')[1] ?? []) : [],
    ),
    words: words.slice(words.indexOf('ratebook', words.lastIndexOf('-v')) + 1),
  }
}

const lines = [...section.matchAll(/^docker run .+$/gm)].map(([line]) => line)

/** Starts the image as a line of the guide does. Each volume is a folder of its own. */
function startLine(line: string) {
  if (image === undefined) throw new Error('The image was not built.')
  const { places, words } = containerOf(line)
  const volumes = new Map(
    places.map((place) => {
      const path = join(folder, `volume-${place.replaceAll('/', '-')}`)
      mkdirSync(path, { recursive: true })
      chownSync(path, 1_000, 1_000)
      return [place, path] as const
    }),
  )
  const command = words.length === 0 ? image.command : words
  return startIn(image, volumes, [...image.entrypoint, ...command])
}

const runLine = (line: string): Promise<CommandResult> => finished(startLine(line))

test('the image has the page and the sources, and neither npm, tools nor tests', { skip }, () => {
  const root = image?.root ?? ''
  for (const path of [
    'web/dist/index.html',
    'web/dist/languages/si.json',
    'sources/lk',
    'samples/sri-lanka',
    'deploy/ratebook.service',
  ])
    assert.ok(existsSync(join(root, 'opt/ratebook', path)), path)
  assert.deepEqual(
    globSync('{src,samples,sources,web}/**/*.test.*', { cwd: join(root, 'opt/ratebook') }),
    [],
  )
  for (const path of [
    'usr/local/bin/npm',
    'opt/ratebook/node_modules/vite',
    'opt/ratebook/web/main.tsx',
  ])
    assert.ok(!existsSync(join(root, path)), path)
  const { uid, mode } = statSync(join(root, image?.volume ?? ''))
  assert.deepEqual([image?.user, uid, mode & 0o777], ['node', 1_000, 0o750])
})

test(
  'the commands of docs/deploy.md make a book in the volume, serve it, and back it up',
  { skip },
  async (t) => {
    assert.equal(lines.length, 7)
    const find = (words: string): string => lines.find((line) => line.includes(words)) ?? ''
    for (const words of ['ratebook init', 'ratebook register', 'ratebook setup']) {
      const { code, stderr } = await runLine(find(words))
      assert.equal(code, 0, stderr)
    }
    const server = startLine(find('--name ratebook '))
    t.after(() => server.kill('SIGKILL'))
    const address = `http://127.0.0.1:${image?.environment['RATEBOOK_PORT']}`
    const isReady = async (): Promise<boolean> =>
      (await fetch(`${address}/ready`).catch(() => undefined))?.ok === true
    assert.ok(await until(isReady))
    assert.match(await (await fetch(address)).text(), /<script type="module"/)
    const institutions = (await (
      await fetch(`${address}/institutions`)
    ).json()) as readonly unknown[]
    assert.equal(institutions.length, 1)
    const health = () => finished(startIn(image as Image, new Map(), image?.health ?? []))
    assert.equal((await health()).code, 0)
    const backup = await runLine(find('ratebook backup'))
    assert.equal(backup.code, 0, backup.stderr)
    assert.match(backup.stdout, /^A server started from the copy/m)
    // The first process of a container gets the signal; here that is the child of `unshare`.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    const ended = finished(server)
    process.kill(Number(children.trim()), 'SIGTERM')
    const { code, stderr } = await ended
    assert.equal(code, 0, stderr)
    assert.equal((await health()).code, 1)
  },
)

test(
  'the image reads pages in the cage: its sources give what their examples say',
  { skip },
  async () => {
    const all = globSync('sources/{de,us,vn}/*.yaml', {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    })
    const files = all.map((path) => `/opt/ratebook/${path}`)
    const line = lines.find((one) => one.includes('source check')) ?? ''
    const { code, stdout, stderr } = await runLine(`${line} ${files.join(' ')}`)
    assert.deepEqual([code, stderr], [0, ''], stdout)
  },
)
