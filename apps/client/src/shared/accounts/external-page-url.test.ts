import { expect, test } from 'vitest'
import { externalPageUrl } from './external-page-url.ts'

const visitor = { token: 'short+lived/1=', userId: 7 }

test.each([
  ['https://web.example', 'https://web.example?param='],
  ['https://web.example/help?from=h5', 'https://web.example/help?from=h5&param='],
])('a page at %s is told who comes', (host, start) => {
  const url = externalPageUrl(host, visitor)
  expect(url.startsWith(start)).toBe(true)
  expect(JSON.parse(new URL(url).searchParams.get('param') ?? '')).toEqual({
    token: 'short+lived/1=',
    userId: 7,
    userType: 2,
    isWeb: true,
  })
})
