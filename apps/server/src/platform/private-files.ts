import { chmod, lstat, mkdir, opendir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Owner only: identity cards, screens, keys and logs must not be readable by other users of this machine. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
/** Umask of this process and its children. */
export const PRIVATE_UMASK = 0o077

/** Marker: all earlier files have been repaired; later ones are written private. */
const MARK = '.private'
/** PostgreSQL requires its own modes. */
const DATABASE_FOLDER = 'postgres'
/** Files of a virtual phone keep the modes that the phone gave them, below a folder that is closed to others. */
const PHONE_FILES = /^phones\/phones\/[^/]+\/files$/

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** True when the mode is set or the file is gone; a file of another user is left alone. */
const setMode = async (path: string, mode: number): Promise<boolean> => {
  try {
    if (((await lstat(path)).mode & 0o777) !== mode) await chmod(path, mode)
    return true
  } catch (error) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(String(codeOf(error)))) throw error
    return codeOf(error) === 'ENOENT'
  }
}

/** As root, the database may belong to another user, who needs to traverse the folder without reading it. */
const isPassedThrough = async (dataDir: string): Promise<boolean> => {
  if (process.getuid?.() !== 0) return false
  const cluster = await stat(join(dataDir, DATABASE_FOLDER, 'cluster')).catch(() => undefined)
  return cluster !== undefined && cluster.uid !== 0
}

const repair = async (root: string, inside = ''): Promise<boolean> => {
  let isWhole = true
  // Another process may create and remove files here meanwhile.
  const folder = await opendir(join(root, inside)).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return []
  })
  for await (const entry of folder) {
    const name = inside ? `${inside}/${entry.name}` : entry.name
    if (name === DATABASE_FOLDER || entry.isSymbolicLink()) continue
    const isFolder = entry.isDirectory()
    const isPrivate = await setMode(join(root, name), isFolder ? PRIVATE_FOLDER : PRIVATE_FILE)
    const isBelow = !isPrivate || !isFolder || PHONE_FILES.test(name) || (await repair(root, name))
    isWhole = isWhole && isPrivate && isBelow
  }
  return isWhole
}

/**
 * Closes the data folder to other users, and once also its earlier content. False when it belongs to another user, who
 * alone can do so.
 */
export const makePrivate = async (dataDir: string): Promise<boolean> => {
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
  const isClosed = await setMode(dataDir, (await isPassedThrough(dataDir)) ? 0o711 : PRIVATE_FOLDER)
  const mark = join(dataDir, MARK)
  if (await stat(mark).catch(() => undefined)) return isClosed
  const isWhole = await repair(dataDir)
  if (isWhole) await writeFile(mark, '', { mode: PRIVATE_FILE })
  return isClosed && isWhole
}
