import type { ChromeVariables } from './chrome-variables.ts'

/** A browser keeps its own chrome outside the page; safe areas come from the style sheet. */
export const chromeVariables: ChromeVariables = {}
