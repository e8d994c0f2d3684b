import { pathOf } from '@yunji/contract/pages'
import { create } from 'zustand'
import type { PageParams } from '../../../shared/navigation/params-of.ts'

/** The buyer's selection. Missing or discontinued parts get a default. */
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

/** Only positive integers of the query are taken. */
export const selectionOf = (params: PageParams): Selection => {
  const numbers = numberNames.map((name) => [name, positive(params[name])] as const)
  const read: Partial<Selection> = Object.fromEntries(numbers.filter(([, number]) => number !== undefined))
  return { ...emptySelection, ...read, ...(params.isMetered === '1' && { isMetered: true }) }
}

/** Selection of the create tab, kept while other pages are open. */
export const useSelection = create<Selection>(() => emptySelection)

export const changeSelection = (change: Partial<Selection>): void => useSelection.setState(change)
