import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleNameOf, hasBundles, setBundleFolder } from '@yunji/testkit/system'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = path.join(ROOT, '.cache', 'bundled-server')

/** The server, its commands, and the workers that tests kill. */
const ENTRIES = [
  ...['main', 'gateway-main', 'keys-main', 'jobs-main', 'operators-main', 'ledger-check', 'backup/main'].map(
    (name) => `apps/server/src/${name}.ts`,
  ),
  ...['task-worker', 'backup-worker', 'migrate-child'].map((name) => `tests/reliability/${name}.ts`),
].map((file) => path.join(ROOT, file))

/** Bundled: our packages and those with hundreds of modules. */
const INSIDE = [/^@yunji\//, /^drizzle-orm(\/|$)/, /^zod(\/|$)/, 'selfsigned']

/** Keeps `import.meta.url` of each module. */
const keepPlaces = {
  name: 'keep-places',
  transform: (code: string, id: string) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * Bundles what tests start as processes of their own, once per test run: they start hundreds of them, and half of a
 * start's CPU time is resolving a thousand modules. What Node compiles of them is cached beside them.
 */
export default async function bundleServer(): Promise<void> {
  if (hasBundles()) return // built by another project of this run
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [keepPlaces],
    ssr: { noExternal: INSIDE },
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((file) => [bundleNameOf(file), file])),
        // Without hashes, which would pile up in the folder.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name].js' },
      },
    },
  })
  setBundleFolder(FOLDER)
  process.env.NODE_COMPILE_CACHE = path.join(FOLDER, 'compiled')
}
