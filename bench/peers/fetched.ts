import { request } from 'node:http'

/** An answer as it came over the wire, still encoded. */
export type Fetched = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Asks once, on a connection of its own; `fetch` would decode what it gets. */
export function fetched(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
