import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { WebSocket } from 'ws'
import type { FanOutServer, FromServer, ToServer } from './fan-out-server.ts'

const SERVER = fileURLToPath(new URL('fan-out-server.ts', import.meta.url))
const MANY_VIEWERS = 21
const ROUNDS = 5
const LIMIT = 2

/**
 * CPU time of a further viewer at the gateway, relative to a bare relay that sends the same bytes at the same times. The
 * cost of the first viewer is subtracted, so that reading the phone does not count.
 */
export const measureFanOut = async (): Promise<readonly Figure[]> => {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const gateway = await cpuPerViewer('gateway')
    const relay = await cpuPerViewer('relay')
    process.stderr.write(
      `    round ${round}: gateway ${gateway.toFixed(1)} ms, relay ${relay.toFixed(1)} ms a viewer\n`,
    )
    ratios.push(gateway / relay)
  }
  return [atMost('gateway_cpu_per_viewer_ratio', median(ratios), LIMIT)]
}

const cpuPerViewer = async (kind: FanOutServer): Promise<number> => {
  const one = await cpuMs(kind, 1)
  const many = await cpuMs(kind, MANY_VIEWERS)
  return (many - one) / (MANY_VIEWERS - 1)
}

const cpuMs = async (kind: FanOutServer, viewers: number): Promise<number> => {
  const child = fork(SERVER, [kind])
  const next = async (): Promise<FromServer> => ((await once(child, 'message')) as [FromServer])[0]
  const { port } = (await next()) as Extract<FromServer, { port: number }>
  const sockets = Array.from({ length: viewers }, () => new WebSocket(`ws://127.0.0.1:${port}`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  child.send({ go: true } satisfies ToServer)
  const { cpuMs: spent } = (await next()) as Extract<FromServer, { cpuMs: number }>
  for (const socket of sockets) socket.terminate()
  child.kill()
  return spent
}
