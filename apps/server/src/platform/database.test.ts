import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './database-errors.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '57014', '25P03'])(
  '%s means the database is away',
  (code) => expect(isDatabaseUnavailable(withCode(code))).toBe(true),
)
it.each(['23505', '22021', '40P01'])('%s is a failed statement', (code) =>
  expect(isDatabaseUnavailable(withCode(code))).toBe(false),
)
it('looks through the errors that wrap the cause', () => {
  expect(isDatabaseUnavailable(new Error('Failed query', { cause: withCode('ECONNREFUSED') }))).toBe(true)
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
})
it('takes anything', () => expect(isDatabaseUnavailable('text')).toBe(false))
