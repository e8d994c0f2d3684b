import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32

/** The key that addresses are signed with: the configured one, or one that this data folder keeps for itself. */
export const findSigningKey = async (dataDir: string, configured?: string): Promise<Buffer> => {
  if (configured !== undefined) return createHash('sha256').update(configured).digest()
  const file = join(dataDir, 'signing-key')
  try {
    // Of several processes that start at once, one writes it.
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = await readFile(file)
  if (key.length !== KEY_BYTES) throw new Error(`${file} is damaged: remove it, and the next start makes a new one`)
  return key
}
