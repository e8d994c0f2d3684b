/** Receives bodies as bare streamed POSTs and stores each as an object. Argument: data folder. Prints its port. */
import { createServer } from 'node:http'
import { createFileSystemStore } from '../../apps/server/src/adapters/object-store/file-system.ts'

const store = createFileSystemStore(process.argv[2] ?? '')
const server = createServer((request, response) => {
  void store.put('bare', request, Number.MAX_SAFE_INTEGER).then(() => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
