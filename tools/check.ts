import { root } from './command.ts'
import { type Guard, guards } from './guards.ts'
import { isForced, userCache } from './setup/user-cache.mjs'
import { guardsKey } from './source-hash.ts'

const AT_A_TIME = 2
/** Folder of the user's cache. */
const KIND = 'checks'

/**
 * Runs the guards and prints the output of failed ones; true when all passed. A guard that has passed with the same
 * files, tools and settings, in this or another clone of the user, is not run again.
 */
export async function check(chosen: readonly Guard[] = guards, readKey = () => guardsKey(root)): Promise<boolean> {
  const cache = userCache(root)
  const key = readKey()
  const waiting = [...chosen]
  let isGood = true
  const work = async () => {
    for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
      const { name } = guard
      if (key && !isForced() && cache.readText(KIND, `${name}-${key}`) !== undefined) {
        console.log(`ok     ${name} (unchanged)`)
        continue
      }
      const { code, output, seconds } = await guard.run()
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
      // Files that changed meanwhile have not been checked.
      else if (key && key === readKey()) cache.storeText(KIND, `${name}-${key}`, 'ok')
      isGood &&= code === 0
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return isGood
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1
