import { MessageType } from '@yunji/contract/messages/rules'
import { expect, test } from 'vitest'
import { sampleMessage } from '../sample-message.ts'
import {
  type CachedMessages,
  hasNewer,
  isOwnPage,
  separators,
  withAllRead,
  withCounts,
  withoutMessages,
  withRead,
} from './cached-messages.ts'

const held: CachedMessages = {
  pages: [
    { records: [sampleMessage({ messageId: 4 }), sampleMessage({ messageId: 3 })] },
    { records: [sampleMessage({ messageId: 2 }), sampleMessage({ messageId: 1, isRead: 1 })] },
  ],
  pageParams: [1, 2],
}

const readIds = ({ pages }: CachedMessages) =>
  pages.flatMap(({ records }) => records.filter(({ isRead }) => isRead).map(({ messageId }) => messageId))
const ids = ({ pages }: CachedMessages) => pages.map(({ records }) => records.map(({ messageId }) => messageId))

test('a message is read on whichever page it stands, and can be unread again', () => {
  const read = withRead(held, 2, 1)
  expect(readIds(read)).toEqual([2, 1])
  expect(withRead(read, 2, 0)).toEqual(held)
})

test('all are read on every page', () => expect(readIds(withAllRead(held))).toEqual([4, 3, 2, 1]))

test('what is deleted is gone from every page, and the pages stay', () =>
  expect(ids(withoutMessages(held, new Set([3, 2, 1, 99])))).toEqual([[4], []]))

test('counts take the place of those before; a type that was not told keeps its own', () => {
  const line = { latest: null, unreadCount: 5 }
  const lines = [
    { ...line, messageType: MessageType.notice },
    { ...line, messageType: MessageType.system },
  ]
  const counted = withCounts(lines, [{ messageType: MessageType.notice, unreadCount: 0 }])
  expect(counted.map(({ unreadCount }) => unreadCount)).toEqual([0, 5])
})

test.each([
  [undefined, [], false],
  [5, [], true],
  [5, [sampleMessage({ createdAt: 5 })], false],
  [6, [sampleMessage({ createdAt: 5 }), sampleMessage({ createdAt: 3 })], true],
])('the newest is of %s, and the list holds %o: %s', (newestAtMs, rows, isNewer) =>
  expect(hasNewer(newestAtMs, rows)).toBe(isNewer),
)

const HOUR_MS = 3_600_000
const NOW_MS = Date.UTC(2026, 10, 15, 12)

test('says once what several have in common', () => {
  const rows = [0, 3, 3.5, 30, 40].map((hours, index) =>
    sampleMessage({ messageId: index, createdAt: NOW_MS - hours * HOUR_MS }),
  )
  expect([...separators(rows, NOW_MS)]).toEqual([
    [0, '刚刚'],
    [1, '3 小时前'],
    [3, '1 天前'],
  ])
})

test.each([
  ['/pages/Renew/index?deviceId=7', true],
  ['/pages/Home/index', true],
  ['', false],
  ['/pages/Renew', false],
  ['https://elsewhere.test/pages/Home/index', false],
  ['//elsewhere.test/pages/Home/index', false],
  ['javascript:alert(1)', false],
])('%j: %s', (link, isOwn) => expect(isOwnPage(link)).toBe(isOwn))
