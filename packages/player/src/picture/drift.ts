/** Brightness of a picture on a coarse grid, and its shape. */
export interface Thumbnail {
  readonly isWide: boolean
  readonly cells: readonly number[]
}

export const THUMBNAIL = { width: 12, height: 20 } as const
/** The status bar of a phone differs always: time, battery, signals. */
const SKIPPED_ROWS = 1
/** Difference of brightness, 0 to 255, from which a cell counts as different. */
const CELL_LIMIT = 28
/** Share of different cells from which a picture is another one. */
const SHARE_LIMIT = 0.22

/** Cells from the pixels of a picture that was drawn as small as the grid. */
export const toThumbnail = (rgba: Uint8ClampedArray, isWide: boolean): Thumbnail => {
  const cells: number[] = []
  for (let at = SKIPPED_ROWS * THUMBNAIL.width * 4; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
    cells.push(0.299 * red + 0.587 * green + 0.114 * blue)
  }
  return { isWide, cells }
}

const isAlike = (one: Thumbnail, other: Thumbnail): boolean => {
  if (one.isWide !== other.isWide) return false
  const different = one.cells.filter((cell, index) => Math.abs(cell - (other.cells[index] ?? 0)) > CELL_LIMIT)
  return different.length <= one.cells.length * SHARE_LIMIT
}

/** Pictures of one phone that stand for a place that every phone has, such as its home screen. */
export type KnownPictures = ReadonlyMap<string, Thumbnail>

/** A phone of the comparison: its picture of now, and those that are known. */
export interface ComparedPhone {
  readonly now: Thumbnail
  readonly known: KnownPictures
}

/**
 * Whether two phones show different things. It sees another app, another page and another orientation; phones with
 * different wallpapers are alike where both show a picture that is known under the same name. It cannot see what is small
 * or equally bright, such as another text in the same field, and takes other photos on the same page for another page.
 */
export const hasDrifted = (one: ComparedPhone, other: ComparedPhone): boolean => {
  if (isAlike(one.now, other.now)) return false
  const isSamePlace = ([name, picture]: readonly [string, Thumbnail]): boolean => {
    const counterpart = other.known.get(name)
    return counterpart !== undefined && isAlike(one.now, picture) && isAlike(other.now, counterpart)
  }
  return ![...one.known].some(isSamePlace)
}

let scratch: CanvasRenderingContext2D | null | undefined

/** Null before the first picture. */
export const readThumbnail = (canvas: HTMLCanvasElement): Thumbnail | null => {
  const { width, height } = THUMBNAIL
  scratch ??= Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })
  if (!scratch || canvas.width === 0 || canvas.height === 0) return null
  scratch.drawImage(canvas, 0, 0, width, height)
  return toThumbnail(scratch.getImageData(0, 0, width, height).data, canvas.width > canvas.height)
}
