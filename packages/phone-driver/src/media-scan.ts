import { pathToFileURL } from 'node:url'
import { getProperty } from './health.ts'
import type { Link } from './link/link.ts'
import { commandError, run } from './shell.ts'

/** Since Android 11 the media provider scans a file on call; before, its receiver does on a broadcast. */
const SCAN_CALL_SDK = 30
const SHARED_STORAGE = '/storage/emulated/0'

/** Enters a file of shared storage into Android's media index, where galleries and other apps look; else does nothing. */
export async function scanMedia(link: Link, path: string): Promise<void> {
  const file = path.replace(/^\/sdcard(?=\/)/, SHARED_STORAGE)
  if (!file.startsWith(`${SHARED_STORAGE}/`)) return
  if (Number(await getProperty(link, 'ro.build.version.sdk')) >= SCAN_CALL_SDK && (await callScan(link, file))) return
  const argv = [
    'am',
    'broadcast',
    '-a',
    'android.intent.action.MEDIA_SCANNER_SCAN_FILE',
    '-d',
    pathToFileURL(file).href,
  ]
  const outcome = await run(link, argv)
  if (!outcome.stdout.includes('Broadcast completed')) throw commandError(argv, outcome)
}

/** `content` ends with 0 even when the provider has refused. */
async function callScan(link: Link, file: string): Promise<boolean> {
  const argv = ['content', 'call', '--uri', 'content://media', '--method', 'scan_file', '--arg', file]
  return /^Result: Bundle/m.test((await run(link, argv)).stdout)
}
