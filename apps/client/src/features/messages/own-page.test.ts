import { expect, test } from 'vitest'
import { isOwnPage } from './own-page.ts'

test.each([
  ['/pages/Renew/index?deviceId=7', true],
  ['/pages/Home/index', true],
  ['', false],
  ['/pages/Renew', false],
  ['https://elsewhere.test/pages/Home/index', false],
  ['//elsewhere.test/pages/Home/index', false],
  ['javascript:alert(1)', false],
])('%j: %s', (link, isOwn) => expect(isOwnPage(link)).toBe(isOwn))
