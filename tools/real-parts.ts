import { packageProgram, runNode } from './command.ts'
import { RealPartsPhone } from './real-parts/phone.ts'
import { ensureRealParts } from './real-parts/setup.ts'

const SETUP_TIMEOUT_MS = 15 * 60_000
const SUITE = 'tests/conformance/real-parts'

/** `npm run phone:real-parts [-- --serve]`: the driver judged by parts of Android, or such a phone to try things on. */
async function main(args: readonly string[]): Promise<number> {
  const parts = await ensureRealParts(SETUP_TIMEOUT_MS)
  if ('reason' in parts) {
    console.error(`No phone of real parts: ${parts.reason}.`)
    return 1
  }
  if (!args.includes('--serve')) {
    return (
      await runNode(packageProgram('vitest/vitest.mjs', 'run', '--project=system', SUITE, ...args), { isShown: true })
    ).code
  }
  const phone = await RealPartsPhone.start(parts, args.includes('--root') ? 'root' : 'shell')
  console.log(`${phone.host}:${phone.port}`)
  await new Promise((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve)
  })
  await phone.stop()
  return 0
}

process.exitCode = await main(process.argv.slice(2))
