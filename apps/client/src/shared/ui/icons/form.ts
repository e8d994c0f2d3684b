import type { IconDrawing } from '../icons.ts'

/** Drawn on the grid and with the stroke of the other icons. */
export const camera: IconDrawing =
  '<path d="M4 9a2.5 2.5 0 0 1 2.5-2.5h1.7l1.5-2h4.6l1.5 2h1.7A2.5 2.5 0 0 1 20 9v7.5A2.5 2.5 0 0 1 17.5 19h-11A2.5 2.5 0 0 1 4 16.5Z"/><circle cx="12" cy="12.7" r="3.3"/>'
export const starFilled: IconDrawing =
  '<path fill="currentColor" d="m12 3.7 2.5 5.2 5.7.8-4.1 4 1 5.7L12 16.7l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z"/>'
