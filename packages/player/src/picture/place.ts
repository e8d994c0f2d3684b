export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A rectangle on the page, in its pixels. */
export interface Place extends Size {
  readonly left: number
  readonly top: number
}

/** Positions travel as shares of the picture, so that neither its size nor a rotation under way matters. */
const POSITION_MAX = 65_535

/** Where a picture lies that is shown whole and as large as it can be, in the middle of a box. */
export const placeInside = (picture: Size, box: Place): Place => {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

export const isInside = ({ x, y }: Point, { left, top, width, height }: Place): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

const share = (distance: number, length: number): number =>
  Math.round(Math.min(1, Math.max(0, distance / length)) * POSITION_MAX)

/** A point of the page as the picture counts; beside the picture it is the nearest point of its edge. */
export const toPicture = ({ x, y }: Point, place: Place): Point => ({
  x: share(x - place.left, place.width),
  y: share(y - place.top, place.height),
})
