import { pathOf } from '@yunji/contract/pages'
import { create } from 'zustand'
import type { PageParams } from '../../../shared/navigation/params-of.ts'

/** What somebody wants to buy, as far as they have said. What is missing, or not sold any more, is chosen for them. */
export interface Selection {
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

export const emptySelection: Selection = { quantity: 1 }

const numberNames = ['goodId', 'configId', 'goodTime', 'zoneId', 'imageType', 'groupId', 'quantity'] as const

/** A page's query with the selection in it: it outlives the way to the login and back, a reload, and being sent to a friend. */
const selectionQuery = (selection: Selection): string => {
  const numbers = numberNames
    .filter((name) => selection[name] !== undefined)
    .map((name) => `${name}=${selection[name]}`)
  return [...numbers, ...(selection.isMetered ? ['isMetered=1'] : [])].join('&')
}

export const buyPath = (selection: Selection): string => `${pathOf('create/buyGoods')}?${selectionQuery(selection)}`
export const detailsPath = (selection: Selection): string =>
  `${pathOf('create/goodsDetails')}?${selectionQuery(selection)}`

const positive = (text: string | undefined): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Nothing of an address is believed but whole numbers. */
export const selectionOf = (params: PageParams): Selection => {
  const numbers = numberNames.map((name) => [name, positive(params[name])] as const)
  const read: Partial<Selection> = Object.fromEntries(numbers.filter(([, number]) => number !== undefined))
  return { ...emptySelection, ...read, ...(params.isMetered === '1' && { isMetered: true }) }
}

/** What is being chosen on the tab: it is still chosen when its reader comes back to it. */
export const useSelection = create<Selection>(() => emptySelection)

export const changeSelection = (change: Partial<Selection>): void => useSelection.setState(change)
