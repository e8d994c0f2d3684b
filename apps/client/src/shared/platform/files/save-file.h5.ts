/** Saves a picture on the user's phone; false when refused. */
export type SavePicture = (url: string, name: string) => Promise<boolean>

/** Saves or shares a text as a file; false when refused. */
export type SaveText = (text: string, fileName: string) => Promise<boolean>

/** Saves a file of any kind from its address. */
export type SaveFile = (file: {
  readonly url: string
  readonly name: string
  readonly kind: 'picture' | 'video' | 'document' | 'other'
  readonly sizeBytes: number
}) => Promise<'saved' | 'refused' | 'tooLarge'>

/** An ordinary download of the browser, which shows its progress itself. */
export const saveFile: SaveFile = async ({ url, name }) => ((await savePicture(url, name)) ? 'saved' : 'refused')

/** An ordinary download of the browser. */
export const savePicture: SavePicture = async (url, name) => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  return true
}

/** An ordinary download of the browser. */
export const saveText: SaveText = async (text, fileName) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
  return true
}
