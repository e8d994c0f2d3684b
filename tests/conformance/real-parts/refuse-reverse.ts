import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { AdbCommand, AdbPacketReader, encodePacket } from '@yunji/phone-protocol/adb/packet'

interface Relay {
  readonly port: number
  refusals(): number
  stop(): void
}

/** A port that leads to a phone and refuses its reverse tunnels, as an older adbd does. */
export async function refuseReverse(host: string, port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let refusals = 0
  const server = createServer({ noDelay: true }, (client) => {
    const phone = connect({ host, port, noDelay: true })
    const packets = new AdbPacketReader()
    phone.pipe(client)
    client.on('data', (chunk) => {
      for (const { command, arg0, arg1, payload } of packets.push(chunk)) {
        const isReverse = command === AdbCommand.OPEN && Buffer.from(payload).toString().startsWith('reverse:')
        if (isReverse) {
          refusals += 1
          client.write(encodePacket(AdbCommand.CLSE, 0, arg0))
        } else phone.write(encodePacket(command as AdbCommand, arg0, arg1, payload, { isChecksummed: true }))
      }
    })
    for (const [end, other] of [
      [client, phone],
      [phone, client],
    ] as const) {
      sockets.add(end)
      end.on('error', () => {}).once('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    refusals: () => refusals,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
