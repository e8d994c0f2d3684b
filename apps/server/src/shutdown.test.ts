import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createDraining, shutDown } from './shutdown.ts'

it('says that it goes before it closes anything, and closes the rest when one part fails', async () => {
  const draining = createDraining()
  const closed: string[] = []
  const part = (name: string, fails = false) => ({
    name,
    close: async () => {
      closed.push(`${name} ${draining.isOn}`)
      if (fails) throw new Error('stuck')
    },
  })
  await shutDown(draining, 0, pino({ level: 'silent' }), [part('http'), part('jobs', true), part('database')])
  expect(closed).toEqual(['http true', 'jobs true', 'database true'])
})
