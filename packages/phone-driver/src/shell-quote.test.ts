import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteCommand } from './shell-quote.ts'

/** Arguments as a program receives them from a real shell. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

const TRICKS = [
  '',
  ' ',
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  ';',
  '&& id',
  '$(id)',
  '`id`',
  '$HOME',
  '*',
  '~',
  '#',
  '\n',
  '你好',
  '-n',
  '%s',
  '!',
  '\r\t',
]

test('a shell hands every argument on as it was', () => {
  expect(argumentsOf(quoteCommand(TRICKS))).toEqual(TRICKS)
  expect(argumentsOf(quoteCommand([TRICKS.join('')]))).toEqual([TRICKS.join('')])
})

test('so it does with any text', () => {
  const argument = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...TRICKS)).map((all) => all.join('')),
  )
  const argv = fc.array(
    argument.filter((text) => !text.includes('\0')),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(argv, (words) => {
      expect(argumentsOf(quoteCommand(words))).toEqual(words)
    }),
    { numRuns: 100 },
  )
})

test('what no program could be given is refused', () => {
  expect(() => quoteCommand(['a\0b'])).toThrow(TypeError)
  expect(() => quoteCommand(['a'.repeat(200_000)])).toThrow(RangeError)
})
