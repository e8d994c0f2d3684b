import { describe, expect, test } from 'vitest'
import { isNearEnd, offersBackToTop, scrollTopOnWayBack } from './scroll-position.ts'

describe('the next rows are wanted', () => {
  test.each([
    [151, false],
    [150.5, false],
    [150, true],
    [0, true],
    [-30, true],
  ])('%d px before the end: %s', (leftPx, isNear) => {
    expect(isNearEnd({ scrollTop: 2000 - 700 - leftPx, clientHeight: 700, scrollHeight: 2000 })).toBe(isNear)
  })

  test('when the list does not fill its area', () => {
    expect(isNearEnd({ scrollTop: 0, clientHeight: 700, scrollHeight: 560 })).toBe(true)
  })
})

test.each([
  [0, false],
  [999, false],
  [999.9, false],
  [1000, true],
  [1001, true],
])('scrolled by %d px, the way back is offered: %s', (scrollTop, isOffered) => {
  expect(offersBackToTop(scrollTop)).toBe(isOffered)
})

describe('the way back', () => {
  test('begins where the list is and ends at the top after 300 ms', () => {
    expect(scrollTopOnWayBack(1600, -5)).toBe(1600)
    expect(scrollTopOnWayBack(1600, 0)).toBe(1600)
    expect(scrollTopOnWayBack(1600, 299)).toBeGreaterThan(0)
    expect(scrollTopOnWayBack(1600, 300)).toBe(0)
    expect(scrollTopOnWayBack(1600, 5000)).toBe(0)
  })

  test('never turns round', () => {
    const way = Array.from({ length: 31 }, (_, step) => scrollTopOnWayBack(1600, step * 10))
    expect(way.filter((px, at) => px > (way[at - 1] ?? px))).toEqual([])
    expect(scrollTopOnWayBack(1600, 150)).toBeLessThan(800)
  })
})
