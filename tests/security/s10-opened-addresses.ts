import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { definePromise } from '@yunji/testkit/promise'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { startServerHarness } from '../../apps/server/src/testing/server-harness.ts'
import { addressTricks, plainAddresses } from './address-tricks.ts'

export const promise = definePromise({
  id: 'S10',
  name: 's10_opened_addresses',
  title: 'OpenUrl takes plain web addresses only, hands them to the phone unchanged, and the server visits none',
  sizes: { small: {}, long: {} },
  async run({ log }) {
    const visits: string[] = []
    const canary = createServer((request, response) => {
      visits.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(canary.address() as AddressInfo).port}`
    const server = await startServerHarness()
    try {
      const make = createDevices(server)
      const { userId, token } = await make.addPerson()
      const device = await make.addDevice(userId)
      const violations: string[] = []
      const send = async (url: string): Promise<string[]> => {
        const before = server.supplier.commands.length
        const body = { deviceIds: [device.id], command: DeviceCommand.openUrl, url }
        await server.post(sendCommand.path, body, { token })
        return server.supplier.commands
          .slice(before)
          .map(({ command }) => (command.kind === 'openUrl' ? command.url : ''))
      }
      for (const url of addressTricks(host)) {
        if ((await send(url)).length > 0) violations.push(`the phone was sent ${JSON.stringify(url)}`)
      }
      for (const url of plainAddresses(host)) {
        const sent = await send(url)
        if (sent.join() !== url) violations.push(`${url} reached the phone as ${JSON.stringify(sent)}`)
      }
      violations.push(...visits.map((path) => `the server itself visited ${path}`))
      const rounds = addressTricks(host).length + plainAddresses(host).length
      log(`${rounds} addresses tried`)
      return { rounds, violations }
    } finally {
      await server.stop()
      canary.close()
    }
  },
})
