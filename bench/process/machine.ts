import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { postgresqlPrograms } from '../peers/postgresql.ts'
import { isPinned } from './server.ts'

/** A line for each thing that the numbers depend on; with the services of others, if they took part. */
export function machineLines(
  isRivalled: boolean,
): readonly (readonly [what: string, is: string])[] {
  return [
    ['processor', `${cpus()[0]?.model.trim() ?? ''}, ${cpus().length} cores`],
    ['memory', `${Math.round(totalmem() / 2 ** 30)} GB`],
    ['system', `${distribution()}, ${type()} ${release().split('-', 1)[0]}`],
    ['cores', isPinned ? 'servers on one, the load on the other' : 'shared: nothing was pinned'],
    ...versions(isRivalled),
  ]
}

function versions(isRivalled: boolean): (readonly [string, string])[] {
  const own = [
    ['Node', process.version.slice(1)],
    ['wrk', said('wrk', ['--version'], /wrk (?:debian\/)?([\d.]+)/)],
    ['nginx', said('nginx', ['-v'], /nginx\/(\S+)/)],
    ['autocannon', packageVersion('autocannon')],
  ] as const
  const ofOthers = [
    ['Varnish', said('varnishd', ['-V'], /varnish-(\S+)/)],
    ['PostgreSQL', postgresqlVersion()],
    ['FastAPI', fastapiVersion()],
    ...['fastify', 'pg', 'express'].map((name) => [name, packageVersion(name)]),
  ] as const
  const found = isRivalled ? [...own, ...ofOthers] : own
  return found.map(([name = '', version]) => [name, version ?? 'not installed'])
}

function postgresqlVersion(): string | undefined {
  const programs = postgresqlPrograms()
  return programs && said(join(programs, 'postgres'), ['--version'], / (\d\S+)/)
}

function fastapiVersion(): string | undefined {
  const ask = ['-c', 'import fastapi; print("is", fastapi.__version__)']
  return said('python3', ask, /^is (\S+)/) ?? said('/usr/bin/python3', ask, /^is (\S+)/)
}

function said(command: string, args: string[], pattern: RegExp): string | undefined {
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return error === undefined ? pattern.exec(stdout + stderr)?.[1] : undefined
}

function packageVersion(name: string): string | undefined {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function distribution(): string {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^PRETTY_NAME="(.*)"$/m.exec(text)?.[1] ?? 'unknown'
}
