import type { SaveText } from './saved-text.ts'

/** As every download of the browser; it asks where to put it, or does not. */
export const saveText: SaveText = async (text, fileName) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
  return true
}
