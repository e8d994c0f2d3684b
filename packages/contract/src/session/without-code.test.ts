import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutCode } from './without-code.ts'

describe('taking the code out', () => {
  test.each([
    ['/', '/'],
    ['/?code=a', '/'],
    ['/pages/Home/index?code=a&state=b', '/pages/Home/index?state=b'],
    ['/?a=1&code=x%20y&b=2', '/?a=1&b=2'],
    ['/?code', '/'],
    ['/?code=a&code=b', '/'],
    ['/?linkCode=a&codes=b&inviteCode=c', '/?linkCode=a&codes=b&inviteCode=c'],
    ['/?a=1?code=2', '/?a=1?code=2'],
    ['/?code=a#top', '/#top'],
    ['/#?code=a', '/#?code=a'],
  ])('%s becomes %s', (url, expected) => expect(withoutCode(url)).toBe(expected))

  test('leaves every other parameter as it was', () => {
    const parameters = fc.array(fc.stringMatching(/^[a-bd-z]{1,4}=[a-z%0-9]{0,6}$/))
    fc.assert(
      fc.property(parameters, fc.nat(), (list, place) => {
        const withCode = list.toSpliced(place % (list.length + 1), 0, 'code=x')
        expect(withoutCode(`/p?${withCode.join('&')}`)).toBe(list.length > 0 ? `/p?${list.join('&')}` : '/p')
      }),
    )
  })
})
