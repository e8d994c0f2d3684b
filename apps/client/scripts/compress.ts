/**
 * Puts a compressed copy (.gz and .br) beside every text file of the browser's build, so that the server sends what was
 * packed once, as small as it gets: `node apps/client/scripts/compress.ts [folder]`.
 */
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = process.argv[2] ?? path.join(import.meta.dirname, '../dist/h5')

const packers = {
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
}

const compress = async (file: string) => {
  const text = await readFile(file)
  await Promise.all(
    Object.entries(packers).map(async ([ending, pack]) => writeFile(`${file}.${ending}`, await pack(text))),
  )
}

const files: string[] = []
for await (const file of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: folder }))
  files.push(path.join(folder, file))
if (files.length === 0) throw new Error(`nothing to compress in ${folder}: build the client first`)
await Promise.all(files.map(compress))
