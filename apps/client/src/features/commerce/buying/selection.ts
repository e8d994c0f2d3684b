import { pathOf } from '@yunji/contract/pages'
import { create } from 'zustand'
import type { PageParams } from '../../../shared/navigation/params-of.ts'

/** What somebody wants to buy, as far as they have said. What is missing, or not sold any more, is chosen for them. */
export interface Wish {
  readonly goodId?: number
  readonly configId?: number
  /** Hours. */
  readonly goodTime?: number
  readonly isMetered?: boolean
  readonly zoneId?: number
  readonly imageType?: number
  readonly groupId?: number
  readonly quantity: number
}

export const anything: Wish = { quantity: 1 }

const numberNames = ['goodId', 'configId', 'goodTime', 'zoneId', 'imageType', 'groupId', 'quantity'] as const

/** A page's query with the wish in it: it outlives the way to the login and back, a reload, and being sent to a friend. */
const wishQuery = (wish: Wish): string => {
  const numbers = numberNames.filter((name) => wish[name] !== undefined).map((name) => `${name}=${wish[name]}`)
  return [...numbers, ...(wish.isMetered ? ['isMetered=1'] : [])].join('&')
}

export const buyPath = (wish: Wish): string => `${pathOf('create/buyGoods')}?${wishQuery(wish)}`
export const detailsPath = (wish: Wish): string => `${pathOf('create/goodsDetails')}?${wishQuery(wish)}`

const positive = (text: string | undefined): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Nothing of an address is believed but whole numbers. */
export const wishOf = (params: PageParams): Wish => {
  const numbers = numberNames.map((name) => [name, positive(params[name])] as const)
  const read: Partial<Wish> = Object.fromEntries(numbers.filter(([, number]) => number !== undefined))
  return { ...anything, ...read, ...(params.isMetered === '1' && { isMetered: true }) }
}

/** What is being chosen on the tab: it is still chosen when its reader comes back to it. */
export const useWish = create<Wish>(() => anything)

export const changeWish = (change: Partial<Wish>): void => useWish.setState(change)
