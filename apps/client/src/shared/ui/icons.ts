/** Drawings on a 24 grid: strokes without colour, so that the place where they stand gives it. */
export type IconDrawing = string

export const phone: IconDrawing = '<rect x="6" y="2.5" width="12" height="19" rx="3"/><path d="M10.5 18.5h3"/>'
export const create: IconDrawing =
  '<rect x="3.5" y="3.5" width="17" height="17" rx="5.5"/><path d="M12 8.5v7M8.5 12h7"/>'
export const user: IconDrawing = '<circle cx="12" cy="8" r="4.25"/><path d="M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6"/>'

/** The selected tab is filled; its inner line is cut out, because a mask knows no white. */
export const phoneFilled: IconDrawing =
  '<mask id="m"><path fill="#fff" d="M0 0h24v24H0z"/><path stroke="#000" d="M10 18.5h4"/></mask><rect mask="url(#m)" x="5.5" y="2" width="13" height="20" rx="3.5" fill="currentColor" stroke="none"/>'
export const createFilled: IconDrawing =
  '<mask id="m"><path fill="#fff" d="M0 0h24v24H0z"/><path stroke="#000" stroke-width="2" d="M12 8v8M8 12h8"/></mask><rect mask="url(#m)" x="3" y="3" width="18" height="18" rx="6" fill="currentColor" stroke="none"/>'
export const userFilled: IconDrawing =
  '<g fill="currentColor" stroke="none"><circle cx="12" cy="7.8" r="4.8"/><path d="M3.5 21c.4-4.5 3.8-6.7 8.5-6.7s8.1 2.2 8.5 6.7Z"/></g>'
