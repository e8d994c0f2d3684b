import Taro from '@tarojs/taro'

interface ScrollArea {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

type Found = Readonly<Record<'scrollTop' | 'scrollHeight' | 'height', number>> | null

/** Scroll position of an area, queried across threads; undefined when it is not mounted. */
export const readScroll = (id: string): Promise<ScrollArea | undefined> =>
  new Promise((resolve) => {
    const answer = (found: Found) =>
      resolve(
        found
          ? { scrollTop: found.scrollTop, clientHeight: found.height, scrollHeight: found.scrollHeight }
          : undefined,
      )
    const read = () =>
      Taro.createSelectorQuery()
        .select(`#${id}`)
        .fields({ size: true, scrollOffset: true }, (found) => answer(found as unknown as Found))
        .exec()
    Taro.nextTick(() => void read())
  })
