import { create } from 'zustand'
import { anything, type Wish } from './wish.ts'

/** What is being chosen on the tab: it is still chosen when its reader comes back to it. */
export const useWish = create<Wish>(() => anything)

export const changeWish = (change: Partial<Wish>): void => useWish.setState(change)
