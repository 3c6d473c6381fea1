import { isDeepStrictEqual } from 'node:util'
import type { Server } from '../process/server.ts'
import { fetched } from './fetched.ts'

/** Checks that servers give the same JSON as ours for every target, before anything is timed; throws where one does not. */
export async function agree(
  ours: Pick<Server, 'url'>,
  peers: Readonly<Record<string, Pick<Server, 'url'>>>,
  targets: readonly string[],
): Promise<number> {
  for (const target of targets) {
    const expected = await jsonOf(ours.url + target)
    for (const [name, { url }] of Object.entries(peers)) {
      if (!isDeepStrictEqual(await jsonOf(url + target), expected)) {
        throw new Error(`${name} answers ${target} otherwise.`)
      }
    }
  }
  return targets.length
}

async function jsonOf(url: string): Promise<unknown> {
  const { status, body } = await fetched(url)
  if (status !== 200) throw new Error(`${url} answers ${status}.`)
  return JSON.parse(body.toString())
}
