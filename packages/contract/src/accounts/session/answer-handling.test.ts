import { describe, expect, test } from 'vitest'
import { pages, pathOf } from '../../pages.ts'
import { ErrorCode } from '../../wire/error-codes.ts'
import { type AnswerContext, answerHandlingOf } from './answer-handling.ts'

const closed = '/pages/user/coupon'
const context: AnswerContext = { path: closed, isQuiet: false, sentToken: 'abc', currentToken: 'abc' }
const invalid = (changes: Partial<AnswerContext> = {}) => answerHandlingOf(2017, { ...context, ...changes })
const codesWith = (outcome: string) =>
  Object.values(ErrorCode).filter((code) => answerHandlingOf(code, context).outcome === outcome)

describe('by code', () => {
  test('four codes pass, three reject the whole response', () => {
    expect(codesWith('pass')).toEqual([200, 1017, 1025, 1026])
    expect(codesWith('rejectResponse')).toEqual([1057, 1090, 1330])
  })

  test('every other code but 2017 rejects with its message', () => {
    expect(codesWith('rejectMessage')).toHaveLength(48 - 4 - 3 - 1)
    expect(codesWith('rejectSilently')).toEqual([2017])
  })

  test('only 2017 touches the login or speaks itself', () => {
    const loud = Object.values(ErrorCode).filter((code) => {
      const { losesLogin, showsMessage, goesToLogin } = answerHandlingOf(code, context)
      return losesLogin || showsMessage || goesToLogin
    })
    expect(loud).toEqual([2017])
  })
})

describe('an invalid login', () => {
  const ignored = { outcome: 'rejectSilently', losesLogin: false, showsMessage: false, goesToLogin: false }

  test('clears, says so and leads from a closed page to the login', () => {
    expect(invalid()).toEqual({ outcome: 'rejectSilently', losesLogin: true, showsMessage: true, goesToLogin: true })
  })

  test('says nothing where no token existed', () => {
    expect(invalid({ sentToken: '', currentToken: '' })).toEqual({
      outcome: 'rejectSilently',
      losesLogin: true,
      showsMessage: false,
      goesToLogin: true,
    })
  })

  test('is swallowed on a quiet call', () => expect(invalid({ isQuiet: true })).toEqual(ignored))

  test.each(['', 'newer'])('is ignored when the token in use is %j by now', (currentToken) => {
    expect(invalid({ currentToken })).toEqual(ignored)
  })

  test('of a call without a token is ignored when somebody has logged in since', () => {
    expect(invalid({ sentToken: '', currentToken: 'abc' })).toEqual(ignored)
  })

  test('stays on the open pages and on the ways in, and leaves the others', () => {
    const left = pages.map(({ route }) => pathOf(route)).filter((path) => invalid({ path }).goesToLogin)
    expect(left).toHaveLength(pages.length - 12)
    expect(invalid({ path: '/' })).toMatchObject({ losesLogin: true, goesToLogin: false })
    expect(invalid({ path: '/pages/login/login' })).toMatchObject({ losesLogin: true, goesToLogin: false })
  })

  test('leads nowhere from a page that is none of ours', () => {
    expect(invalid({ path: '/pages/notFound/index' })).toMatchObject({ losesLogin: true, goesToLogin: false })
  })
})
