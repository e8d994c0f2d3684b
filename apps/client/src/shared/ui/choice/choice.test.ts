import { expect, test } from 'vitest'
import { choiceAfter, stepOfKey } from './choice.ts'

test.each([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', 7],
  ['ArrowUp', -7],
  ['Enter', undefined],
])('in a group of seven columns %s steps by %s', (key, step) => {
  expect(stepOfKey(key, 7)).toBe(step)
})

const open = true
const shut = false

test.each([
  ['the next', [open, open, open], 0, 1, 1],
  ['the one before', [open, open, open], 2, -1, 1],
  ['over what is shut', [open, shut, shut, open], 0, 1, 3],
  ['in steps', [open, open, shut, open, open], 0, 2, 4],
  ['not past the end', [open, open, shut], 1, 1, undefined],
  ['not before the beginning', [shut, open], 1, -1, undefined],
])('goes to %s', (_, canChoose, from, step, to) => {
  expect(choiceAfter(canChoose, from, step)).toBe(to)
})
