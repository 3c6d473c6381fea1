import { createHash } from 'node:crypto'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { appendFetch } from '../../../src/collect/captures/logs.ts'
import { parseInstant, type Instant } from '../../../src/domain/instant.ts'

/** The body with this number. It does not compress. */
export function storedBody(index: number, size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, block) =>
    createHash('sha256').update(`${index} ${block}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, size)
}

/** Stores bodies and logs their fetches; reports each digest once both are done. */
export async function storeBodies(
  folder: string,
  { count, size }: { readonly count: number; readonly size: number },
  report: (digest: string) => void = () => {},
): Promise<void> {
  const captures = openCapturesFolder(folder)
  for (let index = 0; index < count; index++) {
    const digest = await captures.put(storedBody(index, size))
    await appendFetch(folder, {
      at: parseInstant('2026-07-01T00:00:00Z') as Instant,
      institutionId: 'alpha-bank',
      page: 'rates',
      format: 'html',
      url: 'https://alpha-bank.example/',
      outcome: 'fetched',
      status: 200,
      digest,
      size,
    })
    report(digest)
  }
}
