import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * A process that opens so many connections to a service, from one address of this machine, and never ends a request on
 * any of them. Prints a line when all were made; on a line of its input it lets go of them and ends.
 */
const [, , url = '', count = '0', localAddress = '127.0.0.1'] = process.argv
const { hostname, port } = new URL(url)
const AT_A_TIME = 200
const HALVES = ['', 'GET / HT', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n']
const sockets: Socket[] = []

function open(at: number): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  sockets.push(socket)
  socket.resume().once('connect', () => socket.write(HALVES[at % HALVES.length] ?? ''))
  return new Promise((resolve) => socket.once('connect', resolve).on('error', () => resolve()))
}

for (let at = 0; at < Number(count); at += AT_A_TIME) {
  const batch = Array.from({ length: Math.min(AT_A_TIME, Number(count) - at) }, (_, n) => open(at + n))
  await Promise.all(batch)
}
process.stdout.write(
  `${JSON.stringify({ event: 'flooded', open: sockets.filter(({ destroyed }) => !destroyed).length })}\n`,
)
createInterface({ input: process.stdin }).once('line', () => {
  for (const socket of sockets) socket.destroy()
  process.exit(0)
})
