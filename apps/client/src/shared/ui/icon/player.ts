import type { IconDrawing } from './icons.ts'

export const backspace: IconDrawing =
  '<path d="M9 5.5h9A2.5 2.5 0 0 1 20.5 8v8a2.5 2.5 0 0 1-2.5 2.5H9L3.5 12Z"/><path d="m11.5 9.5 5 5M16.5 9.5l-5 5"/>'
export const clipboard: IconDrawing =
  '<rect x="5.5" y="4.5" width="13" height="16" rx="2.5"/><path d="M9 4.5A1.5 1.5 0 0 1 10.5 3h3A1.5 1.5 0 0 1 15 4.5V6H9ZM9 11h6M9 14.5h4"/>'
export const hd: IconDrawing =
  '<rect x="3" y="5.5" width="18" height="13" rx="3"/><path d="M7 9.5v5M11 9.5v5M7 12h4M14 9.5v5h1.2a2.5 2.5 0 0 0 0-5Z"/>'
export const home: IconDrawing =
  '<path d="M4 11 12 4l8 7v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z"/><path d="M9.5 20v-5.5h5V20"/>'
export const keyboard: IconDrawing =
  '<rect x="3" y="6" width="18" height="12" rx="2.5"/><path d="M7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14.2h8"/>'
export const landscape: IconDrawing =
  '<rect x="3" y="7.5" width="18" height="11.5" rx="2.5"/><path d="M8.5 4.2h7M13.4 2.4l2.1 1.8-2.1 1.8M8.5 13.2h7"/>'
export const navBack: IconDrawing = '<path d="M16.5 5.5v13L6 12Z"/>'
export const navHome: IconDrawing = '<circle cx="12" cy="12" r="6.5"/>'
export const navRecent: IconDrawing = '<rect x="5.8" y="5.8" width="12.4" height="12.4" rx="2.5"/>'
export const rotate: IconDrawing =
  '<rect x="7.5" y="7" width="9" height="13.5" rx="2.2"/><path d="M4 11.5A8 8 0 0 1 15 4M12.5 2.8 15 4l-1.2 2.5"/>'
export const volumeDown: IconDrawing = '<path d="M4 9.8v4.4h3l4 3.3V6.5l-4 3.3Z"/><path d="M15 9.5a3.5 3.5 0 0 1 0 5"/>'
export const volumeUp: IconDrawing =
  '<path d="M4 9.8v4.4h3l4 3.3V6.5l-4 3.3Z"/><path d="M15 9.5a3.5 3.5 0 0 1 0 5M17.5 7a7 7 0 0 1 0 10"/>'
