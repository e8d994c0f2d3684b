/** As far as it is used here: 3.4.0 comes without types. */
declare module 'yauzl' {
  interface Entry {
    readonly fileName: string
    readonly compressedSize: number
    readonly uncompressedSize: number
    readonly compressionMethod: number
    readonly crc32: number
    readonly relativeOffsetOfLocalHeader: number
    isEncrypted(): boolean
  }

  interface ZipFile {
    readonly entryCount: number
    readEntry(): void
    on(event: 'entry', listener: (entry: Entry) => void): this
    on(event: 'end', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
    close(): void
  }

  interface Options {
    readonly autoClose: boolean
    readonly lazyEntries: boolean
    readonly strictFileNames: boolean
  }

  function open(path: string, options: Options, callback: (error: Error | null, zip?: ZipFile) => void): void
}
