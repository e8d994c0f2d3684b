/** A picture of 180 × 140, drawn in lines: where nothing is yet. */
export type IllustrationDrawing = string

/** What all of them stand on. */
export const shadow = '<ellipse cx="90" cy="126" rx="64" ry="8" fill="#e6ebf3"/>'
