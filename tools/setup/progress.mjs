const QUIET_MS = 2000
const LINE_EVERY_MS = 10_000
const TICK_MS = 1000

let isShared = false

/** Lines only from now on: a line that is drawn again and again would run into those of another process. */
export function shareTerminal() {
  isShared = true
}

/**
 * Runs a step and, once it takes over two seconds, shows how long it has been going.
 * @template T
 * @param {string} text
 * @param {() => T | Promise<T>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} output
 */
export async function step(text, work, output = process.stderr) {
  const isTTY = output.isTTY && !isShared
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  let isShown = false
  const show = () => {
    if (isTTY) output.write(`\r\x1b[K${text} … ${seconds()} s`)
    else output.write(isShown ? `${text} … ${seconds()} s\n` : `${text} …\n`)
    isShown = true
  }
  let ticking
  const first = setTimeout(() => {
    show()
    ticking = setInterval(show, isTTY ? TICK_MS : LINE_EVERY_MS)
  }, QUIET_MS)
  try {
    const result = await work()
    if (isShown) output.write(`${isTTY ? '\r\x1b[K' : ''}${text}: ${seconds()} s\n`)
    return result
  } catch (error) {
    if (isShown && isTTY) output.write('\n')
    throw error
  } finally {
    clearTimeout(first)
    clearInterval(ticking)
  }
}
