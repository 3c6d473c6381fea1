// The contender "node:http": the plainest server that answers with the same JSON from memory.
// node plain-server.ts PORT URL, where it reads all that it answers from the server at URL
import { createServer } from 'node:http'
import { institutions } from './market.ts'
import { hotPaths } from './requests.ts'

const [port = '', source = ''] = process.argv.slice(2)
const hot = new Map<string, Buffer>()
for (const path of hotPaths) {
  hot.set(path, Buffer.from(await (await fetch(source + path)).arrayBuffer()))
}
const lists = new Map<string, unknown[]>()
for (const path of ['/rates/changes', ...institutions.map(({ id }) => `/rates/history/${id}`)]) {
  const rows: unknown[] = []
  for (let isLast = false; !isLast;) {
    const response = await fetch(`${source}${path}?limit=1000&offset=${rows.length}`)
    const page = (await response.json()) as unknown[]
    rows.push(...page)
    isLast = page.length < 1000
  }
  lists.set(path, rows)
}

function pageOf(target: string): Buffer {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  const offset = Number(searchParams.get('offset') ?? 0)
  const end = offset + Number(searchParams.get('limit') ?? 200)
  return Buffer.from(JSON.stringify(lists.get(pathname)?.slice(offset, end) ?? []))
}

createServer(({ url = '' }, response) => {
  response.setHeader('Content-Type', 'application/json').end(hot.get(url) ?? pageOf(url))
}).listen(Number(port), '127.0.0.1')
