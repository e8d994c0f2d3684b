import { expect, test } from 'vitest'
import { reportError, setErrorListener } from './error-reporter.ts'

test('what happened before anybody listened is told then, up to a number, and the rest as it comes', () => {
  for (let at = 0; at < 12; at += 1) reportError(at)
  const heard: unknown[] = []
  setErrorListener((error) => heard.push(error))
  expect(heard).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  reportError('later')
  expect(heard.at(-1)).toBe('later')
})
