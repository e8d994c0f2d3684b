import { expect, test } from 'vitest'
import { clock, TestProgress } from './progress.ts'

const planned = [
  { file: 'a', project: 'unit', seconds: 60 },
  { file: 'b', project: 'unit', seconds: 60 },
  { file: 'c', project: 'browser', seconds: 120 },
  { file: 'd', project: 'browser', seconds: 30 },
]

test('before the first file the workers share what was expected', () => {
  expect(new TestProgress(planned, 2).secondsLeft(0)).toBe(135)
})

test('one long file is waited for, however many workers there are', () => {
  expect(new TestProgress(planned, 9).secondsLeft(0)).toBe(120)
})

test('what is done is left out, and a slow machine is slow for the rest', () => {
  const progress = new TestProgress(planned, 2)
  progress.begin('a', 0)
  progress.begin('b', 0)
  progress.end('a', 120)
  progress.end('b', 120)
  expect(progress.secondsLeft(120)).toBe(240)
  progress.begin('c', 120)
  expect(progress.secondsLeft(220)).toBe(140)
})

test('a file that takes longer than expected is never less than done', () => {
  const progress = new TestProgress(planned.slice(0, 1), 2)
  progress.begin('a', 0)
  expect(progress.secondsLeft(500)).toBe(0)
})

test('tells what runs, the longest first, and how far each project is', () => {
  const progress = new TestProgress(planned, 2)
  progress.begin('a', 0)
  progress.begin('b', 1)
  progress.end('a', 5)
  progress.begin('c', 5)
  expect(progress.running(10)).toEqual([
    { file: 'b', seconds: 9 },
    { file: 'c', seconds: 5 },
  ])
  expect(progress.projects(10)).toEqual([
    { name: 'unit', seconds: 10, done: 1, total: 2 },
    { name: 'browser', seconds: 5, done: 0, total: 2 },
  ])
})

test.each([
  [5, '0:05'],
  [65, '1:05'],
  [3723, '1:02:03'],
])('%i seconds are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})
