/** A rectangle in dp. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A stretch of rows in dp. */
export interface Span {
  top: number
  bottom: number
}

export interface Size {
  width: number
  height: number
}

export const contains = (box: Box, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height

export const meets = (span: Span, top: number, height: number): boolean => top < span.bottom && top + height > span.top

export const spanOf = (box: Box): Span => ({ top: box.y, bottom: box.y + box.height })

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
})
