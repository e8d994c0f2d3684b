/** A file whose content is made up when somebody reads it. What is written to it is lost. */
export interface VirtualFile {
  read(): Uint8Array
  isDevice?: boolean
}

export const NULL_DEVICE: VirtualFile = { read: () => new Uint8Array(0), isDevice: true }

export const textFile = (read: () => string): VirtualFile => ({ read: () => Buffer.from(read()) })
