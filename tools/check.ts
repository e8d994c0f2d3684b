import { type Guard, guards } from './guards.ts'

const AT_A_TIME = 2

/** Runs the guards and prints the output of failed ones; true when all passed. */
export async function check(chosen: readonly Guard[] = guards): Promise<boolean> {
  const waiting = [...chosen]
  let isGood = true
  const work = async () => {
    for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
      const { code, output, seconds } = await guard.run()
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${guard.name} (${seconds.toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
      isGood &&= code === 0
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return isGood
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1
