import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Script } from 'node:vm'

/** Emitted scripts with syntax errors; a bundler can succeed and still write some. */
export async function findBrokenScripts(folder: string): Promise<{ count: number; broken: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const results = await Promise.all(files.map(async (file) => parseProblem(file, await readFile(file, 'utf8'))))
  return { count: files.length, broken: results.filter((problem) => problem !== undefined) }
}

function parseProblem(file: string, text: string): string | undefined {
  try {
    void new Script(text, { filename: file })
    return undefined
  } catch (error) {
    if (isModule(file, text)) return undefined
    return `${file}: ${(error as Error).message}`
  }
}

/** Called only for files that fail as scripts. */
function isModule(file: string, text: string): boolean {
  if (!file.endsWith('.mjs') && !/^\s*(import|export)\b|[;}]\s*(import|export)\b/m.test(text)) return false
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--check'], { input: text })
  return status === 0
}
