import type { SavePicture } from './saved-picture.ts'

/** As every download of the browser; it asks where to put it, or does not. */
export const savePicture: SavePicture = async (url, name) => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  return true
}
