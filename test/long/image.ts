import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Builds the image of the Dockerfile without Docker: each stage is a Debian root of its own, in which its instructions are executed.

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** A built image: its root and what its Dockerfile says about a container. */
export type Image = {
  readonly root: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly workdir: string
  readonly volume: string
  readonly health: readonly string[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
}

/** The instructions of the Dockerfile, one a line, as name and rest. */
function instructions(): readonly (readonly [name: string, rest: string])[] {
  const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ')
  return Array.from(text.matchAll(/^([A-Z]+) +(.+)$/gm), ([, name = '', rest = '']) => [name, rest])
}

const list = (json: string): readonly string[] => JSON.parse(json) as readonly string[]

/** Runs a program, and throws its output if it fails. */
function done(program: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`)
}

/** Whether this machine can make and enter Debian roots. */
export function canBuildImages(): boolean {
  return process.getuid?.() === 0 && spawnSync('mmdebstrap', ['--version']).status === 0
}

/** Builds the image in a folder. It has to be removed by the caller. */
export function buildImage(folder: string): Image {
  const base = join(folder, 'base')
  makeBase(base)
  const context = makeContext(join(folder, 'context'))
  const stages = new Map<string, string>()
  let image: Image = { ...emptyImage, root: '' }
  for (const [name, rest] of instructions()) {
    if (name === 'FROM') {
      const [, stage = 'final'] = / AS (\w+)$/.exec(rest) ?? []
      image = { ...emptyImage, root: join(folder, stage) }
      stages.set(stage, image.root)
      done('cp', '-a', '--reflink=auto', base, image.root)
    } else image = execute(image, name, rest, (stage) => stages.get(stage) ?? context)
  }
  return image
}

const emptyImage: Omit<Image, 'root'> = {
  environment: {},
  user: 'root',
  workdir: '/',
  volume: '',
  health: [],
  entrypoint: [],
  command: [],
}

function execute(
  image: Image,
  name: string,
  rest: string,
  placeOf: (stage: string) => string,
): Image {
  switch (name) {
    case 'WORKDIR':
      mkdirSync(join(image.root, rest), { recursive: true })
      return { ...image, workdir: rest }
    case 'COPY':
      copy(image, rest, placeOf)
      return image
    case 'RUN':
      done(...inRoot(image, rest.startsWith('[') ? list(rest) : ['sh', '-c', rest]))
      return image
    case 'ENV':
      return {
        ...image,
        environment: Object.fromEntries(
          Array.from(rest.matchAll(/(\w+)=(\S*)/g), ([, key = '', value = '']) => [key, value]),
        ),
      }
    case 'USER':
      return { ...image, user: rest }
    case 'VOLUME':
      return { ...image, volume: list(rest)[0] ?? '' }
    case 'HEALTHCHECK':
      return { ...image, health: list(rest.slice(rest.indexOf('['))) }
    case 'ENTRYPOINT':
      return { ...image, entrypoint: list(rest) }
    case 'CMD':
      return { ...image, command: list(rest) }
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return image
    default:
      throw new Error(`${name} of the Dockerfile is unknown here.`)
  }
}

/** COPY: the content of a folder, or files into a folder. */
function copy({ root, workdir }: Image, rest: string, placeOf: (stage: string) => string): void {
  const [, stage = '', paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? []
  const words = paths.split(' ')
  const target = resolve(join(root, workdir), words.at(-1) ?? '')
  for (const word of words.slice(0, -1)) {
    const source = join(placeOf(stage), word)
    const isInFolder = words.at(-1)?.endsWith('/') === true
    cpSync(source, isInFolder ? join(target, basename(word)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

/** The files of the checkout that .dockerignore lets through. */
function makeContext(folder: string): string {
  const lines = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n')
  for (const line of lines.filter((one) => one !== '' && one !== '*' && !one.startsWith('#')))
    if (line.startsWith('!'))
      cpSync(join(checkout, line.slice(1)), join(folder, line.slice(1)), { recursive: true })
    else
      for (const path of globSync(line, { cwd: folder }))
        rmSync(join(folder, path), { recursive: true })
  return folder
}

/** What `node:26.10.0-slim` has: a small Debian, Node with npm in /usr/local, and the user `node`. */
function makeBase(root: string): void {
  done('mmdebstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', root)
  const local = join(root, 'usr/local')
  cpSync(join(checkout, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  const { stdout } = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' })
  const npm = dirname(dirname(realpathSync(stdout.trim())))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  done('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  writeFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n', { flag: 'a' })
  writeFileSync(join(root, 'etc/group'), 'node:x:1000:\n', { flag: 'a' })
  // How this machine reaches the registry.
  for (const path of ['etc/resolv.conf', 'etc/hosts', 'etc/ssl/certs/ca-certificates.crt'])
    cpSync(join('/', path), join(root, path), { dereference: true })
}

/** A program in the root of an image, with its own processes and mounts, which end with it. With a volume, the rest is read-only. */
function inRoot(
  { root, environment, user, workdir }: Image,
  words: readonly string[],
  volumes?: ReadonlyMap<string, string>,
): [program: string, ...args: string[]] {
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    ...[...(volumes ?? [])].flatMap(([place, folder]) => [
      `mkdir -p "$0${place}"`,
      `mount --bind "${folder}" "$0${place}"`,
    ]),
    ...(volumes === undefined
      ? []
      : ['mount -t tmpfs tmpfs "$0/tmp"', 'mount -o remount,bind,ro "$0"']),
    'exec chroot "$@"',
  ]
  const passed = Object.entries(process.env).filter(([name]) => /proxy$|^NODE_EXTRA_CA/i.test(name))
  const variables = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/root',
    ...Object.fromEntries(passed),
    ...environment,
  }
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value ?? ''}`)
  const entered = ['sh', '-c', 'cd "$0" && exec "$@"', workdir, ...words]
  const owner = user === 'root' ? '0:0' : '1000:1000'
  const chrooted = [root, `--userspec=${owner}`, root, 'env', '-i', ...settings, ...entered]
  const isolated = ['--mount', '--pid', '--fork', '--kill-child']
  return ['unshare', ...isolated, 'sh', '-ec', mounts.join('\n'), ...chrooted]
}

/** Starts a program in a container of an image. Each volume, by its place there, is a folder of this machine; all else is read-only. */
export function startIn(
  image: Image,
  volumes: ReadonlyMap<string, string>,
  words: readonly string[],
): ChildProcess {
  const [program, ...args] = inRoot(image, words, volumes)
  return spawn(program, args)
}

/** A new folder for an image, on a disk with room for some copies of Debian. */
export function imageFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ratebook-image-'))
}
