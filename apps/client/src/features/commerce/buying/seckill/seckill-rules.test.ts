import type { SeckillItem, SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import { describe, expect, it } from 'vitest'
import { leftFor, orderState, windowToShow } from './seckill-rules.ts'

const item = (change: Partial<SeckillItem> = {}) =>
  ({ stockLeft: 5, perUserLimit: 2, ownCount: 0, ...change }) as SeckillItem
const window = (startsAt: number, endsAt: number): SeckillWindow => ({
  activityId: startsAt,
  name: '秒杀',
  startsAt,
  endsAt,
  items: [item()],
})

describe('a seckill', () => {
  it('that runs is shown before one that is to come, and none that is over', () => {
    const [past, now, next] = [window(0, 10), window(10, 20), window(20, 30)]
    expect(windowToShow([next, now, past], 15)).toBe(now)
    expect(windowToShow([past, next], 15)).toBe(next)
    expect(windowToShow([past], 10)).toBeUndefined()
  })

  it('leaves a buyer no more than their share, and no more than there is', () => {
    expect([item(), item({ stockLeft: 1 }), item({ ownCount: 2 }), item({ ownCount: 3 })].map(leftFor)).toEqual([
      2, 1, 0, 0,
    ])
  })

  it.each([
    [{}, 5, '即将开始'],
    [{ stockLeft: 0 }, 15, '已抢光'],
    [{ ownCount: 2 }, 15, '已达上限'],
    [{}, 15, '马上抢'],
  ])('of %j at %i says %s', (change, nowMs, text) => {
    expect(orderState(item(change), window(10, 20), nowMs)).toEqual({ text, canOrder: text === '马上抢' })
  })
})
