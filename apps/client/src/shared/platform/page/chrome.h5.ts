import type { TextVariable } from './text-size.ts'

/** Sizes of the platform's chrome as CSS variables of the page's root; absent ones keep their default. */
export type ChromeVariables = Readonly<Partial<Record<'--status' | '--nav' | '--capsule' | TextVariable, string>>>

/** A browser keeps its own chrome outside the page; safe areas come from the style sheet. */
export const chromeVariables: ChromeVariables = {}

const WIDE = 'wide'

const BROAD = 'broad'

const mark = (name: string) => (): (() => void) => {
  document.documentElement.classList.add(name)
  return () => document.documentElement.classList.remove(name)
}

/** Gives the page the whole window of a desktop instead of a phone's column, until it is called off. */
export const widen = mark(WIDE)

/** Gives the page a column as broad as a grid can use, until it is called off. */
export const broaden = mark(BROAD)
