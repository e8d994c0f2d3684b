import { expect, it } from 'vitest'
import { isCreditCode } from './credit-code.ts'

it.each([
  ['91350100M000100Y43', true],
  ['91350100M000100Y44', false],
  ['91350100M000100X43', false],
  ['91350100m000100y43', false],
  ['91350100M000100Y4', false],
  ['91350100M000100Y433', false],
  ['9135010OM000100Y43', false],
  ['', false],
])('%s is a credit code: %s', (text, expected) => expect(isCreditCode(text)).toBe(expected))
