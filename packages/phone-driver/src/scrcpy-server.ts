import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SCRCPY_VERSION } from '@yunji/phone-protocol/scrcpy/options'

/** Written by set-up, which checks its hash. */
const HOST_PATH = fileURLToPath(new URL('../../../node_modules/.cache/yunji/scrcpy-server', import.meta.url))

export const PHONE_PATH = `/data/local/tmp/yunji-scrcpy-${SCRCPY_VERSION}.jar`

export const MISSING_SERVER = `scrcpy's server is not there: real phones show no screen until \`npm start\` or \`npm test\` has been able to fetch it`

/** Null when set-up could not fetch it; virtual phones do not need it. */
export async function findScrcpyServer(): Promise<{ sizeBytes: number; read(): Promise<Uint8Array> } | null> {
  const found = await stat(HOST_PATH).catch(() => null)
  return found && { sizeBytes: found.size, read: () => readFile(HOST_PATH) }
}
