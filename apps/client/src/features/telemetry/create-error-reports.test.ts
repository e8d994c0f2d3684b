import { beforeEach, expect, test } from 'vitest'
import { createErrorReports, type ErrorReport } from './create-error-reports.ts'

let sent: ErrorReport[]
let isOnline: boolean
let isTaken: boolean
let report: (error: unknown) => void

beforeEach(() => {
  sent = []
  isOnline = true
  isTaken = true
  report = createErrorReports({
    send: (told) => {
      sent.push(told)
      return isTaken ? Promise.resolve() : Promise.reject(new Error('not taken'))
    },
    isOnline: () => isOnline,
  })
})

const messages = () => sent.map(({ message }) => message)

test('an error is reported with where it happened, and a text as it is', () => {
  report(new TypeError('x is not a function'))
  report('thrown as a text')
  expect(messages()).toEqual(['x is not a function', 'thrown as a text'])
  expect(sent[0]?.stack).toContain('create-error-reports.test')
  expect(sent[1]?.stack).toBe('')
})

test('nothing of anybody is in it', () => {
  const error = new Error('no user 13800138000 at /pay?token=abc')
  error.stack = 'Error\n at https://h.example/js/app.js?token=abc:1:1'
  report(error)
  expect(sent).toEqual([{ message: 'no user … at /pay', stack: 'Error\n at https://h.example/js/app.js' }])
})

test('what is too long is cut', () => {
  report('x y '.repeat(500))
  expect(sent[0]?.message).toHaveLength(500)
})

test.each(['Script error.', 'Uncaught (in promise) Error: x', '登录已失效，请重新登录', ''])(
  '%j is passed over',
  (message) => {
    report(message)
    report(new Error(message))
    expect(sent).toEqual([])
  },
)

test('the same error is reported once', () => {
  report('a')
  report('a')
  expect(messages()).toEqual(['a'])
})

test('no more than ten are reported', () => {
  for (let at = 0; at < 20; at += 1) report(`error ${at}`)
  expect(sent).toHaveLength(10)
})

test('nothing is reported without a network, nor made up for', () => {
  isOnline = false
  report('a')
  isOnline = true
  report('b')
  expect(messages()).toEqual(['b'])
})

test('a report that fails is not tried again', async () => {
  isTaken = false
  report('a')
  await Promise.resolve()
  report('a')
  expect(messages()).toEqual(['a'])
})
