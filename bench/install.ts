import { spawnSync } from 'node:child_process'
import { postgresqlPrograms } from './peers/postgresql.ts'

// What npm cannot bring comes from Debian or Ubuntu. Each is optional: a run leaves out the lines of what is missing.
const hasPython = ['python3', '/usr/bin/python3'].some(
  (python) => spawnSync(python, ['-c', 'import fastapi, asyncpg, uvicorn']).status === 0,
)
const missing = [
  ...(has('nginx', '-v') ? [] : ['nginx']),
  ...(has('wrk', '--version') ? [] : ['wrk']),
  ...(postgresqlPrograms() === undefined ? ['postgresql'] : []),
  ...(has('varnishd', '-V') ? [] : ['varnish']),
  ...(hasPython ? [] : ['python3-fastapi', 'uvicorn', 'python3-asyncpg']),
]

if (missing.length > 0) {
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing]
  const isRoot = process.getuid?.() === 0
  console.error(
    `${isRoot ? 'Running' : 'Still missing; run'}: ${isRoot ? '' : 'sudo '}${command.join(' ')}`,
  )
  if (isRoot) {
    const [program = '', ...args] = command
    process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1
  }
}

function has(program: string, flag: string): boolean {
  return spawnSync(program, [flag]).error === undefined
}
