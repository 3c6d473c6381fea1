// A reader that misbehaves. The names of its pages say how. It imports nothing else, because the cage lets it read nothing else.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { decodeRequest } from '../../../../src/collect/cage/message.ts'

const [what = '', text = ''] = decodeRequest(await buffer(process.stdin)).pages.map(
  ({ name }) => name,
)
const kept: unknown[] = []
switch (what) {
  case 'heap':
    for (;;) kept.push({ length: kept.length })
  case 'buffers':
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
  case 'spin':
    for (;;);
  case 'wait':
    setInterval(() => {}, 1000)
    break
  case 'flood':
    for (;;) if (!process.stdout.write('x'.repeat(65_536))) await once(process.stdout, 'drain')
  case 'exit':
    process.exit(3)
  case 'say':
    process.stdout.write(`noise\n${text}\n`)
    break
  default:
    process.stdout.write(JSON.stringify({ problems: [what, Object.keys(process.env).join()] }))
}
