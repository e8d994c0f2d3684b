import type { IconDrawing } from './icons.ts'

export const copy: IconDrawing =
  '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5"/><path d="M15.5 8.5V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5h2"/>'
export const down: IconDrawing = '<path d="m6 9.5 6 6 6-6"/>'
export const edit: IconDrawing = '<path d="M14.5 5.5 18.5 9.5 9 19l-4.8.8L5 15Z"/><path d="m12.5 7.5 4 4"/>'
export const grid: IconDrawing =
  '<rect x="4" y="4" width="6.5" height="6.5" rx="2"/><rect x="13.5" y="4" width="6.5" height="6.5" rx="2"/><rect x="4" y="13.5" width="6.5" height="6.5" rx="2"/><rect x="13.5" y="13.5" width="6.5" height="6.5" rx="2"/>'
export const grip: IconDrawing = '<path d="M5 9h14M5 15h14"/>'
export const info: IconDrawing = '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 8h.01"/>'
export const link: IconDrawing =
  '<path d="M10 13.5a4 4 0 0 0 6 .4l2.5-2.5a4 4 0 0 0-5.7-5.7l-1.4 1.4"/><path d="M14 10.5a4 4 0 0 0-6-.4l-2.5 2.5a4 4 0 0 0 5.7 5.7l1.4-1.4"/>'
export const minus: IconDrawing = '<path d="M5 12h14"/>'
export const more: IconDrawing =
  '<circle cx="5.5" cy="12" r="1.25" fill="currentColor"/><circle cx="12" cy="12" r="1.25" fill="currentColor"/><circle cx="18.5" cy="12" r="1.25" fill="currentColor"/>'
export const plus: IconDrawing = '<path d="M12 5v14M5 12h14"/>'
export const qrCode: IconDrawing =
  '<rect x="4" y="4" width="6" height="6" rx="1.5"/><rect x="14" y="4" width="6" height="6" rx="1.5"/><rect x="4" y="14" width="6" height="6" rx="1.5"/><path d="M14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20v-.5"/>'
export const scan: IconDrawing =
  '<path d="M4 8V6.5A2.5 2.5 0 0 1 6.5 4H8M16 4h1.5A2.5 2.5 0 0 1 20 6.5V8M20 16v1.5a2.5 2.5 0 0 1-2.5 2.5H16M8 20H6.5A2.5 2.5 0 0 1 4 17.5V16M4 12h16"/>'
export const search: IconDrawing = '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4 4"/>'
export const share: IconDrawing =
  '<path d="M12 14.5V4M8 7.5 12 3.5l4 4"/><path d="M7 11H6a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-1"/>'
export const single: IconDrawing =
  '<rect x="7" y="3.5" width="10" height="17" rx="2.5"/><path d="M3.5 7v10M20.5 7v10"/>'
export const sliders: IconDrawing =
  '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>'
export const top: IconDrawing = '<path d="M5.5 4.5h13M12 20V9M7.5 13 12 8.5l4.5 4.5"/>'
export const trash: IconDrawing =
  '<path d="M4.5 6.5h15M9 6.5V5a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 5v1.5M6.5 6.5l.8 11.7a2.4 2.4 0 0 0 2.4 2.3h4.6a2.4 2.4 0 0 0 2.4-2.3l.8-11.7M10.2 11v5M13.8 11v5"/>'
export const up: IconDrawing = '<path d="m6 14.5 6-6 6 6"/>'

/** Drawn on the grid and with the stroke of the other icons. */
export const camera: IconDrawing =
  '<path d="M4 9a2.5 2.5 0 0 1 2.5-2.5h1.7l1.5-2h4.6l1.5 2h1.7A2.5 2.5 0 0 1 20 9v7.5A2.5 2.5 0 0 1 17.5 19h-11A2.5 2.5 0 0 1 4 16.5Z"/><circle cx="12" cy="12.7" r="3.3"/>'
export const starFilled: IconDrawing =
  '<path fill="currentColor" d="m12 3.7 2.5 5.2 5.7.8-4.1 4 1 5.7L12 16.7l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z"/>'
