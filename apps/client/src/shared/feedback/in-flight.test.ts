import { expect, test } from 'vitest'
import { indicatorText, track, useInFlight } from './in-flight.ts'

const text = () => indicatorText(useInFlight.getState())

test('the indicator stands until the last request has ended, whatever the order', () => {
  const endFirst = track()
  const endSecond = track('登录中')
  expect(text()).toBe('登录中')
  endSecond()
  expect(text()).toBe('加载中…')
  endFirst()
  expect(text()).toBeUndefined()
})

test('a request whose page shows a skeleton is tracked without an indicator', () => {
  const end = track(undefined, false)
  expect(useInFlight.getState().entries).toHaveLength(1)
  expect(text()).toBeUndefined()
  end()
  expect(useInFlight.getState().entries).toHaveLength(0)
})

test('ending twice ends nothing else', () => {
  const end = track()
  const endOther = track()
  end()
  end()
  expect(useInFlight.getState().entries).toHaveLength(1)
  endOther()
})
