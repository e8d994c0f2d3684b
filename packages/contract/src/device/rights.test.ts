import { expect, it } from 'vitest'
import { holds } from './rights.ts'

it.each([
  ['owner', 'owner', true],
  ['owner', 'view', true],
  ['control', 'view', true],
  ['control', 'control', true],
  ['control', 'owner', false],
  ['view', 'view', true],
  ['view', 'control', false],
  ['none', 'view', false],
] as const)('%s holds %s: %s', (held, needed, expected) => expect(holds(held, needed)).toBe(expected))
