import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SCRCPY_VERSION } from '@yunji/phone-protocol/scrcpy/options'

/** Written by set-up, which checks its hash. */
const HOST_PATH = fileURLToPath(new URL('../../../node_modules/.cache/yunji/scrcpy-server', import.meta.url))

export const PHONE_PATH = `/data/local/tmp/yunji-scrcpy-${SCRCPY_VERSION}.jar`

export const MISSING_SERVER =
  "scrcpy's server is not there: no phone shows its screen until `npm start` has fetched it or YUNJI_SCRCPY_SERVER names its file"

/** Null when set-up could not fetch it. Virtual phones start no screen without it either. */
export async function findScrcpyServer(): Promise<{ sizeBytes: number; read(): Promise<Uint8Array> } | null> {
  const found = await stat(HOST_PATH).catch(() => null)
  return found && { sizeBytes: found.size, read: () => readFile(HOST_PATH) }
}
