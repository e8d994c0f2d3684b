import { expect, it } from 'vitest'
import { isFileListComplete } from './file-list.ts'

it.each([
  ['no file', [], true],
  ['one that has arrived', [100], true],
  ['several that have', [100, 100], true],
  ['the last one on its way', [100, 99], false],
  ['the first one on its way', [99.9, 100], false],
  ['one that has not begun', [0], false],
  ['more than all of it', [101], false],
])('%s', (_name, progresses, complete) => {
  expect(isFileListComplete(progresses.map((progress) => ({ progress })))).toBe(complete)
})
