export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A rectangle on the page, in its pixels. */
export interface PictureRect extends Size {
  readonly left: number
  readonly top: number
  /** Rotated by 90° clockwise: the picture's right is the page's bottom. */
  readonly isRotated?: boolean
}

/** Positions are fractions of the picture, independent of its size and of a rotation in flight. */
const POSITION_MAX = 65_535

/** Centred and scaled to fit the box, as `object-fit: contain`. */
export const fitInside = (picture: Size, { left, top, width, height, isRotated = false }: PictureRect): PictureRect => {
  const shape = isRotated ? { width: picture.height, height: picture.width } : picture
  const scale = Math.min(width / shape.width, height / shape.height)
  const inside = { width: shape.width * scale, height: shape.height * scale, isRotated }
  return { left: left + (width - inside.width) / 2, top: top + (height - inside.height) / 2, ...inside }
}

export const isInside = ({ x, y }: Point, { left, top, width, height }: PictureRect): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

const share = (distance: number, length: number): number =>
  Math.round(Math.min(1, Math.max(0, distance / length)) * POSITION_MAX)

/** Page coordinates to 0..65535 of the picture, clamped to its edges. */
export const toStreamPosition = ({ x, y }: Point, { left, top, width, height, isRotated }: PictureRect): Point =>
  isRotated
    ? { x: share(y - top, height), y: share(left + width - x, width) }
    : { x: share(x - left, width), y: share(y - top, height) }
