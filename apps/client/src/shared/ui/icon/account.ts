import type { IconDrawing } from './icons.ts'

export const gear: IconDrawing =
  '<circle cx="12" cy="12" r="3"/><path d="M12 3.5 14 5.3l2.7-.3.9 2.5 2.3 1.4-.7 2.6.7 2.6-2.3 1.4-.9 2.5-2.7-.3L12 20.5l-2-1.8-2.7.3-.9-2.5-2.3-1.4.7-2.6-.7-2.6 2.3-1.4.9-2.5 2.7.3Z"/>'
export const megaphone: IconDrawing =
  '<path d="M4 10v4h3.5l8.5 4V6l-8.5 4Z"/><path d="M8 14.5 9.3 20h2.4l-1.2-4.5M19 10.5v3"/>'
export const logOut: IconDrawing =
  '<path d="M14 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h7M10.5 12h10M17 8.5l3.5 3.5-3.5 3.5"/>'
export const message: IconDrawing =
  '<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5h11A2.5 2.5 0 0 1 20 7.5v7a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 3.5V17h-1A2.5 2.5 0 0 1 4 14.5Z"/><path d="M8.5 11h.01M12 11h.01M15.5 11h.01" stroke-width="2.2"/>'
export const users: IconDrawing =
  '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.8 19.5c.4-3.4 2.8-5 6.2-5s5.8 1.6 6.2 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.2.6 3.5 2.2 3.8 4.6"/>'

export const gift: IconDrawing =
  '<rect x="4" y="10" width="16" height="10" rx="2"/><path d="M3.5 10V8.5a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1V10ZM12 7.5V20M12 7.5C10 7.5 7.5 6.7 7.5 5s2.8-2.5 4.5 2.5c1.7-5 4.5-4.2 4.5-2.5S14 7.5 12 7.5Z"/>'
export const order: IconDrawing =
  '<path d="M6 3.5h12v17l-2.4-1.5L13 20.5 12 20l-1 .5L8.4 19 6 20.5Z"/><path d="M9.5 8.5h5M9.5 12.5h5"/>'
export const wallet: IconDrawing =
  '<path d="M18 8V6.5A2.5 2.5 0 0 0 15.5 4h-9a3 3 0 0 0-3 3v10A3 3 0 0 0 6.5 20h11a3 3 0 0 0 3-3v-6a3 3 0 0 0-3-3h-11"/><circle cx="16.5" cy="14" r="1.1" fill="currentColor" stroke="none"/>'
export const contrast: IconDrawing =
  '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17"/><path fill="currentColor" d="M12 3.5a8.5 8.5 0 0 1 0 17Z"/>'
