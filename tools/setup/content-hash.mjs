import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * One hash over the names and contents of files and whole folders; a missing one counts as empty.
 * @param {string} root
 * @param {string[]} entries
 * @param {(file: string) => boolean} isUsed
 * @param {ReadonlySet<string>} leftOut names of folders
 */
export function hashContent(root, entries, isUsed = () => true, leftOut = new Set()) {
  const hash = createHash('sha256')
  for (const entry of entries) {
    for (const file of listFiles(path.join(root, entry), leftOut).filter(isUsed)) {
      const content = readFileSync(file)
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

function listFiles(entry, leftOut) {
  const stats = statSync(entry, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [entry]
  return readdirSync(entry)
    .filter((name) => !leftOut.has(name))
    .toSorted()
    .flatMap((name) => listFiles(path.join(entry, name), leftOut))
}
