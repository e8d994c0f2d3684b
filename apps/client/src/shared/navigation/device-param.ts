import type { PageParams } from './params-of.ts'

const idOf = (text: string | undefined): number => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** The device that a page is about; 0 is nobody's, and the server says so. */
export const deviceIdOf = ({ deviceId }: PageParams): number => idOf(deviceId)

/** The model that was chosen before; nothing where none was. */
export const goodIdOf = ({ goodId }: PageParams): number | undefined => idOf(goodId) || undefined
