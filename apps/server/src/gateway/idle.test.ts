import { expect, it } from 'vitest'
import { IDLE_LIMIT_MS, IDLE_WARNING_MS, idlenessOf } from './idle.ts'

it.each([
  [0, { kind: 'active' }],
  [IDLE_LIMIT_MS - IDLE_WARNING_MS - 1, { kind: 'active' }],
  [IDLE_LIMIT_MS - IDLE_WARNING_MS, { kind: 'warned', secondsLeft: 60 }],
  [IDLE_LIMIT_MS - 1, { kind: 'warned', secondsLeft: 1 }],
  [IDLE_LIMIT_MS, { kind: 'over' }],
])('after %i ms', (idleMs, expected) => expect(idlenessOf(5000, 5000 + idleMs)).toEqual(expected))
