/**
 * Icons on a 24 px grid; strokes take the colour of their parent. Those of the first pages are here, the others by subject
 * in the files beside this one, so that a page loads no more than it shows.
 */
export type IconDrawing = string

export const phone: IconDrawing = '<rect x="6" y="2.5" width="12" height="19" rx="3"/><path d="M10.5 18.5h3"/>'
export const create: IconDrawing =
  '<rect x="3.5" y="3.5" width="17" height="17" rx="5.5"/><path d="M12 8.5v7M8.5 12h7"/>'
export const user: IconDrawing = '<circle cx="12" cy="8" r="4.25"/><path d="M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6"/>'

/** The selected tab is filled; its inner line is cut out, because a mask knows no white. */
export const phoneFilled: IconDrawing =
  '<mask id="phone"><path fill="#fff" d="M0 0h24v24H0z"/><path stroke="#000" d="M10 18.5h4"/></mask><rect mask="url(#phone)" x="5.5" y="2" width="13" height="20" rx="3.5" fill="currentColor" stroke="none"/>'
export const createFilled: IconDrawing =
  '<mask id="create"><path fill="#fff" d="M0 0h24v24H0z"/><path stroke="#000" stroke-width="2" d="M12 8v8M8 12h8"/></mask><rect mask="url(#create)" x="3" y="3" width="18" height="18" rx="6" fill="currentColor" stroke="none"/>'
export const userFilled: IconDrawing =
  '<g fill="currentColor" stroke="none"><circle cx="12" cy="7.8" r="4.8"/><path d="M3.5 21c.4-4.5 3.8-6.7 8.5-6.7s8.1 2.2 8.5 6.7Z"/></g>'
export const account: IconDrawing =
  '<circle cx="12" cy="9" r="3.25"/><path d="M6.5 18.5c.6-2.7 2.7-4 5.5-4s4.9 1.3 5.5 4"/><circle cx="12" cy="12" r="9"/>'
export const alert: IconDrawing = '<path d="M12 4.5 21 19.5H3Z"/><path d="M12 10v4.5M12 17h.01"/>'
export const back: IconDrawing = '<path d="m14.5 5-7 7 7 7"/>'
export const bean: IconDrawing =
  '<path d="M8 4.2c3.5-1.4 7.2.2 9 3.3 2 3.5 2 9-1.6 11.6-3 2.2-6.8.6-7.6-2.3-.7-2.6.9-3.9-1-6-1.8-2-2.2-5.3 1.2-6.6Z"/><path d="M12.5 8c1.3.6 2.2 1.8 2.5 3.5"/>'
export const bell: IconDrawing =
  '<path d="M6 10a6 6 0 0 1 12 0c0 4.5 1.8 6 2 6.5H4c.2-.5 2-2 2-6.5Z"/><path d="M10 19.5a2.2 2.2 0 0 0 4 0"/>'
export const check: IconDrawing = '<path d="m5 12.5 4.5 4.5L19 7.5"/>'
export const clock: IconDrawing = '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.2l3.3 2"/>'
export const close: IconDrawing = '<path d="m6 6 12 12M18 6 6 18"/>'
export const cloud: IconDrawing = '<path d="M7 18.5a4.5 4.5 0 0 1-.6-8.96 6 6 0 0 1 11.5 1.1A4 4 0 0 1 17.5 18.5Z"/>'
export const code: IconDrawing =
  '<rect x="3.5" y="6" width="17" height="12" rx="3"/><path d="M7.5 12h.01M12 12h.01M16.5 12h.01" stroke-width="2.6"/>'
export const disk: IconDrawing =
  '<ellipse cx="12" cy="6.5" rx="7.5" ry="3"/><path d="M4.5 6.5v11c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3v-11M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3"/>'
export const eye: IconDrawing =
  '<path d="M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12Z"/><circle cx="12" cy="12" r="2.8"/>'
export const eyeOff: IconDrawing =
  '<path d="M4 9.5c1.8 2.3 4.6 4 8 4s6.2-1.7 8-4M12 13.5V17M6.5 12.3 4.8 15M17.5 12.3l1.7 2.7"/>'
export const folder: IconDrawing =
  '<path d="M3.5 8A2.5 2.5 0 0 1 6 5.5h3.2l2.3 2.5H18a2.5 2.5 0 0 1 2.5 2.5V16a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 16Z"/>'
export const forward: IconDrawing = '<path d="m9.5 6 6 6-6 6"/>'
export const grant: IconDrawing =
  '<circle cx="9.5" cy="8" r="4"/><path d="M3 20c.4-3.7 3-5.5 6.5-5.5 1.4 0 2.6.3 3.6.8"/><path d="m14.5 18.5 2.3 2.3 4.2-4.6"/>'
export const headset: IconDrawing =
  '<path d="M4.5 14v-2a7.5 7.5 0 0 1 15 0v2"/><rect x="3.5" y="13" width="4" height="6" rx="1.8"/><rect x="16.5" y="13" width="4" height="6" rx="1.8"/><path d="M18.5 19c0 1.5-2 2-4.5 2"/>'
export const layers: IconDrawing =
  '<path d="m12 4 8.5 4.5L12 13 3.5 8.5Z"/><path d="m4 12.5 8 4.2 8-4.2M4 16.3l8 4.2 8-4.2"/>'
export const lock: IconDrawing =
  '<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2"/>'
export const shield: IconDrawing =
  '<path d="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6Z"/><path d="m9 12 2.2 2.2L15.2 10"/>'
export const ticket: IconDrawing =
  '<path d="M3.5 9V7.5A2 2 0 0 1 5.5 5.5h13a2 2 0 0 1 2 2V9a3 3 0 0 0 0 6v1.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V15a3 3 0 0 0 0-6Z"/><path d="M14.5 9v1M14.5 14v1"/>'
export const transfer: IconDrawing =
  '<path d="M4 8.5h14.5M15 5l3.5 3.5L15 12"/><path d="M20 15.5H5.5M9 12l-3.5 3.5L9 19"/>'
export const zap: IconDrawing = '<path d="M13 3 5 13.5h6L10.5 21 19 10.5h-6Z"/>'
