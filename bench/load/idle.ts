// Connections that do nothing, or next to nothing: node idle.ts HOST PORT COUNT. Says `ready` when all stand.
// A third say nothing, a third asked once and keep the connection, a third send a head byte by byte. Those that the
// server closes are opened again. They stand behind the load in the queue for its core: what others wait for shall be the server.
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const [host = '', port = '', count = '0'] = process.argv.slice(2)
const head = `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: ${'a'.repeat(1000)}\r\n\r\n`
let standing = 0

setPriority(19)

function open(i: number): void {
  const socket = connect({ host, port: Number(port) })
  let slow: NodeJS.Timeout | undefined
  socket.once('connect', () => {
    standing++
    if (i % 3 === 1) socket.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    if (i % 3 === 2) {
      let sent = 0
      slow = setInterval(() => socket.write(head[sent++ % head.length] ?? ''), 5000)
      socket.write(head.slice(0, 30))
    }
  })
  socket.on('data', () => {})
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(slow)
    standing--
    setTimeout(() => open(i), 1000)
  })
}

for (let i = 0; i < Number(count); i++) {
  open(i)
  if (i % 50 === 49) await sleep(10)
}
for (let tries = 0; tries < 100 && standing < Number(count) * 0.95; tries++) await sleep(100)
process.stdout.write(`ready ${standing}\n`)
