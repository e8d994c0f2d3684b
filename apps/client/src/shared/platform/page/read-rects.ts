import Taro from '@tarojs/taro'

export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const isShown = (rect: unknown): rect is Rect =>
  typeof rect === 'object' && rect !== null && 'width' in rect && typeof rect.width === 'number' && rect.width > 0

/** Places of the elements that a selector finds on the page, in the order of the page; hidden ones are left out. */
export const readRects = (selector: string): Promise<readonly Rect[]> =>
  new Promise((resolve) => {
    Taro.nextTick(() => {
      Taro.createSelectorQuery()
        .selectAll(selector)
        .boundingClientRect((found) => resolve([found].flat().filter(isShown)))
        .exec()
    })
  })
