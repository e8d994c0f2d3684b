import { expect, test, vi } from 'vitest'
import { createPull } from './create-pull.ts'
import type { PullEvent } from './pull-gesture.ts'

const pulled: readonly PullEvent[] = [
  { type: 'start', x: 0, y: 0, isAtTop: true },
  { type: 'move', x: 0, y: 80, toBottomPx: 500 },
  { type: 'end' },
]

const watch = (refresh: () => Promise<void>) => {
  const phases: string[] = []
  const pull = createPull({ show: ({ phase }) => phases.push(phase), refresh })
  return { pull, phases, play: (events: readonly PullEvent[]) => events.forEach(pull.dispatch) }
}

test('a pull refreshes once, and the list goes back when it is done', async () => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { pull, phases, play } = watch(refresh)
  play(pulled)
  expect(pull.state().phase).toBe('refreshing')
  play([{ type: 'refresh' }, ...pulled])
  await vi.waitFor(() => expect(pull.state().phase).toBe('rest'))
  expect(refresh).toHaveBeenCalledOnce()
  expect(phases.at(-1)).toBe('rest')
})

test('a refresh that fails goes back too, and can be tried again', async () => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')))
  const { pull, play } = watch(refresh)
  play(pulled)
  await vi.waitFor(() => expect(pull.state().phase).toBe('rest'))
  play([{ type: 'refresh' }])
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a pull that is too short asks for nothing', () => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { play } = watch(refresh)
  play([{ type: 'start', x: 0, y: 0, isAtTop: true }, { type: 'move', x: 0, y: 79, toBottomPx: 500 }, { type: 'end' }])
  expect(refresh).not.toHaveBeenCalled()
})
