/** errno values and messages. */
const ERRORS = {
  EPERM: [1, 'Operation not permitted'],
  ENOENT: [2, 'No such file or directory'],
  EIO: [5, 'I/O error'],
  ENXIO: [6, 'No such device or address'],
  EACCES: [13, 'Permission denied'],
  EEXIST: [17, 'File exists'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENAMETOOLONG: [36, 'File name too long'],
  ENOTEMPTY: [39, 'Directory not empty'],
  ELOOP: [40, 'Too many symbolic links encountered'],
} as const

export type FileErrorCode = keyof typeof ERRORS

const isKnown = (code: string | undefined): code is FileErrorCode => code !== undefined && code in ERRORS

export class FileError extends Error {
  override name = 'FileError'
  readonly code: FileErrorCode

  constructor(code: FileErrorCode, options?: ErrorOptions) {
    super(ERRORS[code][1], options)
    this.code = code
  }

  get errno(): number {
    return ERRORS[this.code][0]
  }
}

/** Runs a call of the host's file system and maps its error to the phone's. */
export function asPhone<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw toFileError(error)
  }
}

export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error
  const { code } = error as NodeJS.ErrnoException
  return new FileError(isKnown(code) ? code : 'EIO', { cause: error })
}
