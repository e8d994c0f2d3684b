import type { IconDrawing } from '../icons.ts'

export const gift: IconDrawing =
  '<rect x="4" y="10" width="16" height="10" rx="2"/><path d="M3.5 10V8.5a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1V10ZM12 7.5V20M12 7.5C10 7.5 7.5 6.7 7.5 5s2.8-2.5 4.5 2.5c1.7-5 4.5-4.2 4.5-2.5S14 7.5 12 7.5Z"/>'
export const order: IconDrawing =
  '<path d="M6 3.5h12v17l-2.4-1.5L13 20.5 12 20l-1 .5L8.4 19 6 20.5Z"/><path d="M9.5 8.5h5M9.5 12.5h5"/>'
export const wallet: IconDrawing =
  '<path d="M18 8V6.5A2.5 2.5 0 0 0 15.5 4h-9a3 3 0 0 0-3 3v10A3 3 0 0 0 6.5 20h11a3 3 0 0 0 3-3v-6a3 3 0 0 0-3-3h-11"/><circle cx="16.5" cy="14" r="1.1" fill="currentColor" stroke="none"/>'
