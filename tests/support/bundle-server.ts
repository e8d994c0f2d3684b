import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverEntry, setServerEntry } from '@yunji/testkit/system'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = path.join(ROOT, '.cache', 'bundled-server')

/** Ours, and what has hundreds of modules of its own; every other package stays as it is installed. */
const INSIDE = [/^@yunji\//, /^drizzle-orm(\/|$)/, /^zod(\/|$)/, 'selfsigned']

/** A module that looks for something beside itself finds it where the module was written. */
const keepPlaces = {
  name: 'keep-places',
  transform: (code: string, id: string) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * Once per test run: the server in one file, from the same sources. It is started by the hundred, and half of the
 * processor time of a start is the search for its thousand modules.
 */
export default async function bundleServer(): Promise<void> {
  const entry = serverEntry()
  if (!entry.endsWith('.ts')) return // another project of this run has made it
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [keepPlaces],
    ssr: { noExternal: INSIDE },
    build: { ssr: entry, outDir: FOLDER, emptyOutDir: false, minify: false, target: 'node24' },
  })
  setServerEntry(path.join(FOLDER, 'main.js'))
}
