import type { IconDrawing } from './icons.ts'

/** Thin lines at small sizes look paler than they are, so the smallest icons carry a thicker one. */
export const strokeWidth = (sizePx: number) => (sizePx <= 16 ? 2 : 1.75)

export const svgOf = (drawing: IconDrawing, sizePx = 24): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="${strokeWidth(sizePx)}" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`

export const dataUriOf = (svg: string): string => `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
