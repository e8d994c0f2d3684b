import Taro from '@tarojs/taro'

interface ScrollArea {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

type Found = Readonly<Record<'scrollTop' | 'scrollHeight' | 'height', number>> | null

/** Where a scroll area of the mini-program stands, asked across threads; nothing when it is not drawn (any more). */
export const readScroll = (id: string): Promise<ScrollArea | undefined> =>
  new Promise((resolve) => {
    const answer = (found: Found) =>
      resolve(
        found
          ? { scrollTop: found.scrollTop, clientHeight: found.height, scrollHeight: found.scrollHeight }
          : undefined,
      )
    const ask = () =>
      Taro.createSelectorQuery()
        .select(`#${id}`)
        .fields({ size: true, scrollOffset: true }, (found) => answer(found as unknown as Found))
        .exec()
    Taro.nextTick(() => void ask())
  })
