import { readFileSync } from 'node:fs'

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
