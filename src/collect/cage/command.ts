import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The program and arguments that start a caged process. */
export type CageCommand = { readonly program: string; readonly args: readonly string[] }

/** The limits that the kernel sets for a caged process, where there is a `prlimit`. */
export type KernelLimits = { readonly processor: number; readonly memory: number }

/** The packages that readers use, and what these packages use themselves. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@e965/xlsx': [],
  fflate: [],
  parse5: ['entities'],
  unpdf: [],
}

/** Built-in modules that can open files in spite of the permission model. */
const unwanted = ['--no-experimental-sqlite', '--no-experimental-ffi']

/**
 * The command of a process that may read the modules of the reader and nothing else: no other file, no network, no process, no
 * worker, no native code, no code from strings.
 */
export function cageCommand(
  entry: URL,
  heapMegabytes: number,
  kernelLimits: KernelLimits,
): CageCommand {
  const known = process.allowedNodeEnvironmentFlags
  const flags = [
    '--permission',
    ...readableBy(entry).map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMegabytes}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-warnings',
    ...unwanted.filter((flag) => known.has(flag.replace('--no-', '--')) || known.has(flag)),
  ]
  const node = [process.execPath, ...flags, fileURLToPath(entry)]
  const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path))
  if (prlimit === undefined || process.platform !== 'linux')
    return { program: process.execPath, args: node.slice(1) }
  const { processor, memory } = kernelLimits
  // The signal of the lower limit says why the process ended.
  const limits = [
    `--cpu=${processor}:${processor + 1}`,
    `--data=${memory}`,
    '--fsize=0',
    '--core=0',
  ]
  return { program: prlimit, args: [...limits, ...node] }
}

/** The files and folders of the modules that the entry imports. */
function readableBy(entry: URL): readonly string[] {
  const own = ['./', '../read/', '../../domain/', '../../../package.json']
  const folders = Object.entries(packages).flatMap(([name, others]) => {
    const main = fileURLToPath(import.meta.resolve(name))
    const { resolve } = createRequire(main)
    return [
      packageFolder(main, name),
      ...others.map((other) => packageFolder(resolve(other), other)),
    ]
  })
  const paths = own.map((path) => fileURLToPath(new URL(path, import.meta.resolve('./cage.ts'))))
  return [fileURLToPath(entry), ...paths, ...folders]
}

function packageFolder(file: string, name: string): string {
  const normal = file.replaceAll('\\', '/')
  const folder = `/node_modules/${name}/`
  return file.slice(0, normal.lastIndexOf(folder) + folder.length)
}
