import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { finished, until } from './cli.ts'

/** The commands of docs/new-country.md, for bash. */
export type Guide = {
  /** Everything between the installation and the server. */
  readonly before: string
  readonly serve: string
  /** The commands of a second terminal, in the folder of the first. */
  readonly after: string
}

/** Reads the guide. The port is the only thing that a test changes in it: another program may use 8080. */
export function readGuide(port: number): Guide {
  const text = readFileSync(new URL('../../docs/new-country.md', import.meta.url), 'utf8')
  const blocks = Array.from(text.matchAll(/^```sh\n([^]*?)^```/gm), ([, block = '']) =>
    block.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`),
  )
  const [, ...own] = blocks
  const at = own.indexOf('ratebook serve\n')
  if (at === -1) throw new Error('The guide has no `ratebook serve`.')
  const join = (some: readonly string[]): string => ['set -euo pipefail', ...some].join('\n')
  return {
    before: join(own.slice(0, at)),
    serve: join(['cd kenya', 'exec ratebook serve']),
    after: join(own.slice(at + 1)),
  }
}

/** A folder with a shell in it, and the port of its server. */
export type GuideHome = { readonly port: number; readonly bash: (script: string) => ChildProcess }

/** Runs the steps of a guide. Returns what the first ones print, and what the last ones print while the server runs. */
export async function followGuide(
  t: TestContext,
  { port, bash }: GuideHome,
  { before, serve, after }: Guide,
): Promise<{ readonly made: string; readonly printed: string }> {
  const made = await finished(bash(before))
  assert.deepEqual([made.code, made.stderr], [0, ''], made.stdout)
  const server = bash(serve)
  t.after(() => server.kill('SIGKILL'))
  const isReady = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.ok === true
  assert.ok(await until(isReady))
  const asked = await finished(bash(after))
  assert.deepEqual([asked.code, asked.stderr], [0, ''])
  return { made: made.stdout, printed: asked.stdout }
}
