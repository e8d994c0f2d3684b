import type { ChooseFiles, ChosenFile } from './chosen-file.ts'

const asChosen = (file: File): ChosenFile => ({
  name: file.name,
  sizeBytes: file.size,
  modifiedAtMs: file.lastModified,
  content: file,
  ...(file.type.startsWith('image/') && { pictureUrl: URL.createObjectURL(file) }),
})

export const chooseFiles: ChooseFiles = ({ kind, from, limit }) =>
  new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = limit > 1 && from !== 'camera'
    if (kind !== 'any') input.accept = kind === 'picture' ? 'image/*' : 'image/*,video/*'
    if (from === 'camera') input.setAttribute('capture', 'environment')
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map(asChosen)))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })

/** Frees the memory of a picture. */
export const releaseFile = ({ pictureUrl }: ChosenFile): void => {
  if (pictureUrl) URL.revokeObjectURL(pictureUrl)
}
