import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNavigator, type Navigation } from './navigator.ts'

const TIMEOUT_MS = 10_000

/** A router that takes one navigation at a time, shows a page when it is told to, and refuses as it is told to. */
const scriptedRouter = () => {
  const asked: string[] = []
  const shown: string[] = []
  const failures: string[] = []
  const refusals: string[] = []
  let coming: string | undefined
  const listeners: (() => void)[] = []

  const settle = () => {
    coming = undefined
    for (const listener of listeners.splice(0)) listener()
  }
  const begin = async (place: string): Promise<void> => {
    asked.push(place)
    const refusal = refusals.shift()
    if (refusal !== undefined) throw Object.assign({ errMsg: refusal })
    if (coming !== undefined) throw Object.assign({ errMsg: `refused: ${coming} is on its way` })
    coming = place
  }
  const navigate = createNavigator({
    isIdle: () => coming === undefined,
    whenIdle: () =>
      coming === undefined
        ? Promise.resolve()
        : new Promise((resolve) => {
            listeners.push(resolve)
          }),
    timeoutMs: TIMEOUT_MS,
    onFailure: ({ key }, error) => {
      failures.push(`${key}: ${(error as { errMsg?: string; message?: string }).errMsg ?? (error as Error).message}`)
    },
  })
  return {
    asked,
    shown,
    failures,
    refusals,
    go: (place: string, more: Partial<Navigation> = {}) => navigate({ key: place, start: () => begin(place), ...more }),
    /** By the browser's own buttons. */
    goByHand: (place: string) => {
      coming = place
    },
    /** The page on its way comes; then whatever follows has its turn. */
    show: async () => {
      if (coming !== undefined) shown.push(coming)
      settle()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('one at a time', () => {
  test('begins at once, in the same turn, when nothing is on its way', () => {
    const router = scriptedRouter()
    void router.go('a')
    expect(router.asked).toEqual(['a'])
  })

  test('is done when its page is on screen, and leaves no timer behind', async () => {
    const router = scriptedRouter()
    const onDone = vi.fn<() => void>()
    // Code of other files in this worker may set timers of its own meanwhile.
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    void router.go('a').then(onDone)
    await vi.advanceTimersByTimeAsync(100)
    expect(onDone).not.toHaveBeenCalled()
    const own = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === TIMEOUT_MS)
    expect(own).toHaveLength(1)
    await router.show()
    expect(onDone).toHaveBeenCalledOnce()
    expect(clear).toHaveBeenCalledWith(own[0]?.value)
  })

  test('a request waits for the one before it', async () => {
    const router = scriptedRouter()
    void router.go('a')
    const second = router.go('b')
    await vi.advanceTimersByTimeAsync(1000)
    expect(router.asked).toEqual(['a'])
    await router.show()
    await router.show()
    await second
    expect(router.shown).toEqual(['a', 'b'])
    expect(router.failures).toEqual([])
  })

  test('of those that wait, the last is opened, and all are answered', async () => {
    const router = scriptedRouter()
    const all = [router.go('a'), router.go('b'), router.go('c'), router.go('d')]
    await router.show()
    await router.show()
    await Promise.all(all)
    expect(router.shown).toEqual(['a', 'd'])
  })

  test('a request waits for a page that somebody opens by hand', async () => {
    const router = scriptedRouter()
    router.goByHand('back')
    void router.go('a')
    await vi.advanceTimersByTimeAsync(100)
    expect(router.asked).toEqual([])
    await router.show()
    await router.show()
    expect(router.shown).toEqual(['back', 'a'])
  })

  test('a request that has nothing left to do when its turn comes makes room for the next', async () => {
    const router = scriptedRouter()
    void router.go('a')
    const idle = router.go('b', { start: () => undefined })
    await router.show()
    await idle
    void router.go('c')
    expect(router.asked).toEqual(['a', 'c'])
  })
})

describe('a double tap', () => {
  test('opens once', async () => {
    const router = scriptedRouter()
    const both = [router.go('a'), router.go('a')]
    await router.show()
    await Promise.all(both)
    expect(router.asked).toEqual(['a'])
  })

  test('opens once while it waits', async () => {
    const router = scriptedRouter()
    void router.go('a')
    const both = [router.go('b'), router.go('b')]
    await router.show()
    await router.show()
    await Promise.all(both)
    expect(router.asked).toEqual(['a', 'b'])
  })

  test('on what is on its way calls off what was asked for between', async () => {
    const router = scriptedRouter()
    const all = [router.go('a'), router.go('b'), router.go('a')]
    await router.show()
    await Promise.all(all)
    expect(router.shown).toEqual(['a'])
  })

  test('calls off nothing that the page itself asked for', async () => {
    const router = scriptedRouter()
    const all = [router.go('closed'), router.go('login', { isRequired: true }), router.go('closed')]
    await router.show()
    await router.show()
    await Promise.all(all)
    expect(router.shown).toEqual(['closed', 'login'])
  })

  test('after the page has come is a request of its own', async () => {
    const router = scriptedRouter()
    void router.go('a')
    await router.show()
    void router.go('a')
    expect(router.asked).toEqual(['a', 'a'])
  })
})

describe('a refusal', () => {
  test('is tried again, and told to nobody when it then works', async () => {
    const router = scriptedRouter()
    router.refusals.push('navigateTo:fail locked', 'navigateTo:fail locked')
    const opened = router.go('a')
    await vi.advanceTimersByTimeAsync(400)
    await router.show()
    await opened
    expect(router.shown).toEqual(['a'])
    expect(router.failures).toEqual([])
  })

  test('that goes on is told once', async () => {
    const router = scriptedRouter()
    router.refusals.push(...Array<string>(5).fill('navigateTo:fail locked'))
    const opened = router.go('a')
    await vi.advanceTimersByTimeAsync(4000)
    await opened
    expect(router.asked).toHaveLength(5)
    expect(router.failures).toEqual(['a: navigateTo:fail locked'])
  })

  test.each([
    'navigateTo:fail page "a" is not found',
    'navigateTo:fail can not navigateTo a tabbar page',
    'navigateBack:fail cannot navigate back at first page.',
  ])('%s is told at once', async (refusal) => {
    const router = scriptedRouter()
    router.refusals.push(refusal)
    await router.go('a')
    expect(router.asked).toHaveLength(1)
    expect(router.failures).toEqual([`a: ${refusal}`])
  })

  test('gives way to what is asked for next, and is not told then', async () => {
    const router = scriptedRouter()
    router.refusals.push('navigateTo:fail locked')
    const first = router.go('a')
    await vi.advanceTimersByTimeAsync(0)
    void router.go('b')
    await vi.advanceTimersByTimeAsync(100)
    await first
    await router.show()
    expect(router.shown).toEqual(['b'])
    expect(router.failures).toEqual([])
  })

  test('that is thrown is one too, and the next request is not held up', async () => {
    const router = scriptedRouter()
    const fault = () => {
      throw new Error('page not found')
    }
    await router.go('a', { start: fault })
    expect(router.failures).toEqual(['a: page not found'])
    void router.go('b')
    expect(router.asked).toEqual(['b'])
  })
})

describe('a page that never comes', () => {
  test('is given up after its time, told, and not asked for again', async () => {
    const router = scriptedRouter()
    const opened = router.go('a')
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
    await opened
    expect(router.asked).toEqual(['a'])
    expect(router.failures).toEqual(['a: navigation timed out'])
  })

  test('holds up what waits behind it no longer than that, and is not told then', async () => {
    const router = scriptedRouter()
    void router.go('a')
    const next = vi.fn<() => Promise<void>>(async () => undefined)
    void router.go('b', { start: next })
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
    expect(next).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(next).toHaveBeenCalledOnce()
    expect(router.failures).toEqual([])
  })
  test('opened by hand, holds up a request no longer than that', async () => {
    const router = scriptedRouter()
    router.goByHand('back')
    const next = vi.fn<() => Promise<void>>(async () => undefined)
    void router.go('a', { start: next })
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
    expect(next).toHaveBeenCalledOnce()
  })
})
