import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { AlipaySdk } from './sdk.ts'

it('lets one reason end many connections', async () => {
  expect(AlipaySdk).toBeTypeOf('function')
  const reason = new Error('the database does not answer')
  for (const socket of [new Socket(), new Socket()]) {
    const ended = once(socket, 'error')
    socket.destroy(reason)
    expect(await ended).toEqual([reason])
  }
})
