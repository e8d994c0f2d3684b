import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverEntry, setServerEntry } from '@yunji/testkit/system'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = path.join(ROOT, '.cache', 'bundled-server')

/** Bundled: our packages and those with hundreds of modules. */
const INSIDE = [/^@yunji\//, /^drizzle-orm(\/|$)/, /^zod(\/|$)/, 'selfsigned']

/** Keeps `import.meta.url` of each module. */
const keepPlaces = {
  name: 'keep-places',
  transform: (code: string, id: string) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * Bundles the server once per test run: it is started hundreds of times, and half of a start's CPU time is resolving a
 * thousand modules.
 */
export default async function bundleServer(): Promise<void> {
  const entry = serverEntry()
  if (!entry.endsWith('.ts')) return // built by another project of this run
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
