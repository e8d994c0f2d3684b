import { chmod, lstat, mkdir, opendir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** For the owner of the data folder alone: identity cards, screens, keys and logs are nobody else's on this machine. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
/** What this process and its children write from now on. */
export const PRIVATE_UMASK = 0o077

/** Says that everything that stood in the folder was looked at; later files are written private. */
const MARK = '.private'
/** PostgreSQL keeps its own modes, and insists on them. */
const DATABASE_FOLDER = 'postgres'
/** Files of a virtual phone have the modes that the phone gave them, below a folder that nobody else can enter. */
const PHONE_FILES = /^phones\/phones\/[^/]+\/files$/

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether the mode is as asked; what is another user's, or gone by now, is left alone. */
const setMode = async (path: string, mode: number): Promise<boolean> => {
  try {
    if (((await lstat(path)).mode & 0o777) !== mode) await chmod(path, mode)
    return true
  } catch (error) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(String(codeOf(error)))) throw error
    return codeOf(error) === 'ENOENT'
  }
}

/** Root may have given the database to another user, who must be able to pass through, and can read nothing on the way. */
const isPassedThrough = async (dataDir: string): Promise<boolean> => {
  if (process.getuid?.() !== 0) return false
  const cluster = await stat(join(dataDir, DATABASE_FOLDER, 'cluster')).catch(() => undefined)
  return cluster !== undefined && cluster.uid !== 0
}

const repair = async (root: string, inside = ''): Promise<boolean> => {
  let isWhole = true
  // Another process may write and remove here meanwhile.
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
 * Closes the data folder to everybody else, and once also what stood in it before. Answers whether it is closed: where it
 * belongs to another user, only that user can do it.
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
