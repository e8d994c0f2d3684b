/**
 * Receives bodies as bare streamed POSTs: each is piped into a file, which is synced once before the answer. Nothing is
 * hashed, counted or recorded. Argument: data folder. Prints its port.
 */
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const file = join(process.argv[2] ?? '', 'bare')
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(file, { flush: true })).then(() => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
