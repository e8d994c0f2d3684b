import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

const client = path.join(import.meta.dirname, '..', '..', 'apps', 'client', 'src')

/** Entries of `/`: the shell and the first tab; the devices page loads for users only. */
const FIRST_PAGE = ['app.tsx', 'pages/Home/index.tsx']
const USERS_FIRST_PAGE = [...FIRST_PAGE, 'features/devices/home/my-devices-page.tsx']

/** The contract and zod, which only the contract uses. */
const CONTRACT = /[\\/](?:packages[\\/]contract|node_modules[\\/]zod)[\\/]/

/**
 * Follows the client's own modules, so that unused exports are dropped; dependencies and dynamic imports are external.
 */
const leaveOutTheRest: Plugin = {
  name: 'leave-out-the-rest',
  enforce: 'pre',
  resolveId(source, _importer, { kind }) {
    if (source.endsWith('.css') || kind === 'dynamic-import') return { id: source, external: true }
    const isOurs = /^(?:[./]|@yunji\/contract\/|zod(?:\/|$))/.test(source) || path.isAbsolute(source)
    return isOurs ? null : { id: source, external: true }
  },
}

/** Minified and gzipped bytes of the contract and zod on the first page of H5. */
export const measureContractBytes = () => ({
  visitor: contractBytesOf(FIRST_PAGE),
  user: contractBytesOf(USERS_FIRST_PAGE),
})

const contractBytesOf = async (files: readonly string[]): Promise<number> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leaveOutTheRest],
    resolve: { extensions: ['.h5.ts', '.h5.tsx', '.ts', '.tsx', '.js'] },
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        // Keeps the pages' exports, which the client's router uses.
        preserveEntrySignatures: 'strict',
        input: files.map((file) => path.join(client, file)),
        output: { codeSplitting: { groups: [{ name: 'contract', test: CONTRACT }] } },
      },
    },
  })
  const outputs = 'output' in result ? result.output : []
  const chunk = outputs.find((output) => output.type === 'chunk' && output.name === 'contract')
  if (chunk?.type !== 'chunk') throw new Error('the first page loads nothing of the contract')
  return gzipSync(chunk.code, { level: 9 }).length
}
