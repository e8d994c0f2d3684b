import type { IconDrawing } from './icons.ts'

export const backup: IconDrawing =
  '<path d="M7 17.5a4.25 4.25 0 0 1-.6-8.46 5.75 5.75 0 0 1 11.1 1.05A3.8 3.8 0 0 1 17.5 17.5"/><path d="M12 20.5V12.5M9.2 15 12 12.2l2.8 2.8"/>'
export const chart: IconDrawing =
  '<path d="M4.5 4.5V17A2.5 2.5 0 0 0 7 19.5h12.5"/><path d="m8.5 14 3.5-4 3 2.5 4.5-6"/>'
export const clean: IconDrawing =
  '<path d="M19.5 4.5 13 11"/><path d="M9.5 9.5c2 .2 4.8 3 5 5L11 20.5c-3.5-.5-7-4-7.5-7.5Z"/><path d="m6.5 17 2.2-2.2"/>'
export const config: IconDrawing =
  '<rect x="6.5" y="6.5" width="11" height="11" rx="2.5"/><rect x="10" y="10" width="4" height="4" rx="1"/><path d="M9.5 3v3.5M14.5 3v3.5M9.5 17.5V21M14.5 17.5V21M3 9.5h3.5M3 14.5h3.5M17.5 9.5H21M17.5 14.5H21"/>'
export const deepClean: IconDrawing =
  '<path d="M12 3.5 13.8 9l5.7 1.9-5.7 1.9L12 18.5l-1.8-5.7L4.5 10.9 10.2 9Z"/><path d="M19 16.5v4M17 18.5h4"/>'
export const gamepad: IconDrawing =
  '<path d="M8 7.5h8a5 5 0 0 1 4.9 4l.6 3.3a2.7 2.7 0 0 1-4.8 2.1L15.5 15h-7l-1.2 1.9a2.7 2.7 0 0 1-4.8-2.1l.6-3.3A5 5 0 0 1 8 7.5Z"/><path d="M8.5 10v3M7 11.5h3M15.5 11h.01M17.5 12.5h.01"/>'
export const giveBack: IconDrawing = '<path d="M8.5 5 4 9.5 8.5 14"/><path d="M4 9.5h10.5a5 5 0 0 1 0 10H9"/>'
export const globe: IconDrawing =
  '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c2.5 2.6 3.5 5.4 3.5 8.5s-1 5.9-3.5 8.5c-2.5-2.6-3.5-5.4-3.5-8.5s1-5.9 3.5-8.5Z"/>'
export const memory: IconDrawing =
  '<path d="M5.6 18.5a8.5 8.5 0 1 1 12.8 0"/><path d="m12 13.5 3.3-4"/><circle cx="12" cy="13.5" r="1.3" fill="currentColor" stroke="none"/><path d="M7.5 13h.01M9 9h.01M16.5 13h.01"/>'
export const move: IconDrawing =
  '<path d="M20.5 11v-.5A2.5 2.5 0 0 0 18 8h-6.5L9.2 5.5H6A2.5 2.5 0 0 0 3.5 8v8A2.5 2.5 0 0 0 6 18.5h5.5"/><path d="M14.5 16.5h6M18 13.5l3 3-3 3"/>'
export const play: IconDrawing = '<path d="M8 5.5v13l10.5-6.5Z"/>'
export const power: IconDrawing = '<path d="M12 3.5v8"/><path d="M7.2 6.2a7.5 7.5 0 1 0 9.6 0"/>'
export const reboot: IconDrawing = '<path d="M19.5 12A7.5 7.5 0 1 1 17 6.4"/><path d="M19.5 3.5V8H15"/>'
export const renew: IconDrawing =
  '<path d="M20 11.5V8a2.5 2.5 0 0 0-2.5-2.5h-11A2.5 2.5 0 0 0 4 8v9.5A2.5 2.5 0 0 0 6.5 20H11"/><path d="M8.5 3.5v4M15.5 3.5v4M4 10.5h16M17.5 14.5v6M14.5 17.5h6"/>'
export const replace: IconDrawing =
  '<rect x="3.5" y="3" width="8" height="13.5" rx="2.2"/><path d="M14.5 7.5h4a2 2 0 0 1 2 2V19a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2"/><path d="m15.2 4.8-2.4 2.7 2.4 2.7" transform="translate(1.5 0)"/>'
export const restore: IconDrawing =
  '<path d="M4.5 12A7.5 7.5 0 1 0 7 6.4"/><path d="M4.5 3.5V8H9"/><path d="M12 8v4.3l2.8 1.7"/>'
export const screenshot: IconDrawing =
  '<path d="M4 8V6.5A2.5 2.5 0 0 1 6.5 4H8M16 4h1.5A2.5 2.5 0 0 1 20 6.5V8M20 16v1.5a2.5 2.5 0 0 1-2.5 2.5H16M8 20H6.5A2.5 2.5 0 0 1 4 17.5V16"/><circle cx="12" cy="12" r="3.25"/>'
export const server: IconDrawing =
  '<rect x="4" y="4.5" width="16" height="6.5" rx="2"/><rect x="4" y="13" width="16" height="6.5" rx="2"/><path d="M7.5 7.75h.01M7.5 16.25h.01M11.5 7.75h5M11.5 16.25h5"/>'
export const signal: IconDrawing = '<path d="M5 18v-3M10 18v-6M15 18V9M20 18V5.5"/>'
export const upgrade: IconDrawing = '<circle cx="12" cy="12" r="8.5"/><path d="M12 16V8.5M8.5 11.7 12 8.2l3.5 3.5"/>'
export const zone: IconDrawing =
  '<path d="M12 21s7-6 7-11.2a7 7 0 0 0-14 0C5 15 12 21 12 21Z"/><circle cx="12" cy="9.8" r="2.5"/>'
