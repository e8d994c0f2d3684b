import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givePlenty, type Plenty } from '../support/plenty.ts'
import { screensOf } from '../support/screens.ts'
import { findScreenProblems, lookAt, openClient, openClientOfDemo } from './look-at-screen.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import type { Visit } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

let plenty: Plenty
beforeAll(async () => {
  plenty = await givePlenty(system.url(), system.databaseUrl())
})

const lookers = {
  visitor: { arrive: () => system.visit(), open: openClient },
  nothing: { arrive: () => people.signUp({ hasPassword: false }), open: openClient },
  plenty: { arrive: () => system.visit(), open: openClientOfDemo },
}

describe.each(['visitor', 'nothing', 'plenty'] as const)('%s', (looker) => {
  let visit: Visit
  beforeAll(async () => {
    const { arrive, open } = lookers[looker]
    visit = await arrive()
    await open(visit)
  })
  afterAll(() => visit.context.close())

  test.each(screensOf(looker, 'web'))('$route', async (screen) => {
    await lookAt(visit, screen, plenty)
    // `extended/screens.test.ts` looks closer at the pages of an account with nothing: they say so, and have little else.
    if (looker !== 'nothing') expect(await findScreenProblems(visit)).toEqual([])
  })
})
