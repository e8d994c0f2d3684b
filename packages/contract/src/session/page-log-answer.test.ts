import { expect, test } from 'vitest'
import { isPageLogAccepted } from './page-log-answer.ts'

test.each([
  ['/open/event/pageLog', 0, true],
  ['/open/event/pageLog/batch', 0, true],
  ['/open/event/pageLog', 200, false],
  ['/open/event/pageLog', 1080, false],
  ['/open/event/pageLogs', 0, false],
  ['/vmcloud/api/user/login', 0, false],
])('%s with code %i: %s', (path, code, isAccepted) => expect(isPageLogAccepted(path, code)).toBe(isAccepted))
