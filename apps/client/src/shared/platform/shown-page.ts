import { createStore } from 'zustand/vanilla'

/** The page on screen, for whoever is no page and wants to know; empty until the first one stands. */
export const shownPage = createStore(() => ({ path: '' }))
