import Taro from '@tarojs/taro'

interface ScrollArea {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

type Found = Readonly<Record<'scrollTop' | 'scrollHeight' | 'width' | 'height', number>> | null

/** Size and scroll position of an element, queried across threads. */
const readBox = (id: string): Promise<Found> =>
  new Promise((resolve) => {
    Taro.nextTick(() => {
      Taro.createSelectorQuery()
        .select(`#${id}`)
        .fields({ size: true, scrollOffset: true }, (found) => resolve(found as unknown as Found))
        .exec()
    })
  })

/** Scroll position of an area; undefined when it is not mounted. */
export const readScroll = async (id: string): Promise<ScrollArea | undefined> => {
  const found = await readBox(id)
  return found
    ? { scrollTop: found.scrollTop, clientHeight: found.height, scrollHeight: found.scrollHeight }
    : undefined
}

/** Size of an element; undefined when it is not mounted. */
export const readSize = async (id: string): Promise<Readonly<Record<'width' | 'height', number>> | undefined> =>
  (await readBox(id)) ?? undefined
