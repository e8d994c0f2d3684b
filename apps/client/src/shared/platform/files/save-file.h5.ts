/** Keeps a picture on the user's own phone; tells whether it could. */
export type SavePicture = (url: string, name: string) => Promise<boolean>

/** Keeps a text as a file on the user's own phone, or hands it on; tells whether it could. */
export type SaveText = (text: string, fileName: string) => Promise<boolean>

/** As every download of the browser; it asks where to put it, or does not. */
export const savePicture: SavePicture = async (url, name) => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  return true
}

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
