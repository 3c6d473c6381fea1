import { join } from 'node:path'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { appendFetch, type FetchRecord } from '../../../src/collect/captures/logs.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { at } from '../../support/sample-market.ts'

/** A page of alpha-bank. Each number gives another body. */
export function bodyOf(number: number): Buffer {
  return Buffer.from(`<table><tr><td>12 months<td>${number}.50%</table>`)
}

/** The origin of figures that were read from one captured page of alpha-bank. */
export function originOf(digest: string, instant: string): Origin {
  return {
    source: { file: 'sources/lk/alpha-bank.yaml', digest: '5'.repeat(64) },
    captures: [
      {
        page: 'rates',
        url: 'https://alpha-bank.example/',
        at: at(instant),
        digest,
        format: 'html',
      },
    ],
    nextDue: at(instant),
  }
}

/** Stores a body as fetched from alpha-bank, and returns its digest. */
export async function fetched(
  folder: string,
  instant: string,
  body: Uint8Array,
  more: Partial<FetchRecord> = {},
): Promise<string> {
  const digest = await openCapturesFolder(folder).put(body)
  await appendFetch(folder, {
    at: at(instant),
    institutionId: 'alpha-bank',
    page: 'rates',
    format: 'html',
    url: 'https://alpha-bank.example/',
    outcome: 'fetched',
    status: 200,
    headers: { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': '7' },
    digest,
    size: body.byteLength,
    ...more,
  })
  return digest
}

/** The file of a body in a folder of captures. */
export function fileOf(folder: string, digest: string): string {
  return join(folder, 'sha256', digest.slice(0, 2), `${digest}.gz`)
}
