import { PhoneError } from '../errors.ts'
import type { Link } from '../link/link.ts'
import { run, runOrThrow } from '../shell.ts'

/** Longest that Android takes. `stay_on_while_plugged_in` is no use: not every phone of a farm counts as plugged in. */
const NEVER_MS = '2147483647'
const TIMEOUT_SETTING = ['system', 'screen_off_timeout'] as const
/** The phone's own value, on the phone itself: it outlives a lost link and this process. */
const SAVED_SETTING = ['global', 'yunji_screen_off_timeout'] as const
const UNSET = 'null'
/** Stands for a timeout that was never set. */
const DEFAULT = 'default'

/** Over a slow link restoring goes on in the background: it takes many round trips, and nobody needs to wait for it. */
const RELEASE_WAIT_MS = 500

interface Hold {
  count: number
  /** One change of the settings after the other. */
  work: Promise<void>
}

const holds = new WeakMap<Link, Hold>()

/**
 * Keeps a phone from sleeping, and so from locking, until the last of its screens is released; a lock without a credential
 * is dismissed. Failures are logged: a phone that sleeps is better than none. The returned function releases.
 */
export function holdAwake(link: Link, log: (text: string) => void): () => Promise<void> {
  const hold = holds.get(link) ?? { count: 0, work: Promise.resolve() }
  holds.set(link, hold)
  const queue = (what: string, change: () => Promise<unknown>) => {
    const before = hold.work
    hold.work = (async () => {
      await before
      await change().catch((error: Error) => log(`${what} failed: ${error.message}`))
    })()
    return hold.work
  }
  hold.count += 1
  if (hold.count === 1) void queue('keeping the phone awake', () => stopTimeout(link))
  void queue('dismissing the keyguard', () => dismissKeyguard(link, log))
  let isReleased = false
  return async () => {
    if (isReleased) return
    isReleased = true
    hold.count -= 1
    if (hold.count > 0 || link.disconnected.aborted) return
    const restored = queue('restoring the screen timeout', () => restoreTimeout(link, hold))
    await Promise.race([restored, link.pause(RELEASE_WAIT_MS)])
  }
}

async function stopTimeout(link: Link): Promise<void> {
  const own = await getSetting(link, TIMEOUT_SETTING)
  // Left by a session that could not restore it; the saved value is older.
  if (own === NEVER_MS) return
  await runOrThrow(link, ['settings', 'put', ...SAVED_SETTING, own === UNSET ? DEFAULT : own])
  await runOrThrow(link, ['settings', 'put', ...TIMEOUT_SETTING, NEVER_MS])
}

async function restoreTimeout(link: Link, hold: Hold): Promise<void> {
  if (hold.count > 0) return
  const saved = await getSetting(link, SAVED_SETTING)
  if (saved === UNSET) return
  // Another value was chosen on the phone meanwhile.
  if ((await getSetting(link, TIMEOUT_SETTING)) === NEVER_MS) {
    const change = saved === DEFAULT ? ['delete', ...TIMEOUT_SETTING] : ['put', ...TIMEOUT_SETTING, saved]
    await runOrThrow(link, ['settings', ...change])
  }
  await runOrThrow(link, ['settings', 'delete', ...SAVED_SETTING])
}

async function getSetting(link: Link, setting: readonly string[]): Promise<string> {
  const text = (await runOrThrow(link, ['settings', 'get', ...setting])).trim()
  if (!/^(null|default|\d+)$/.test(text)) throw new PhoneError('commandFailed', `settings say "${text.slice(0, 100)}"`)
  return text
}

/** A credential that the customer has set is theirs to enter: the keyguard is shown on the screen. */
async function dismissKeyguard(link: Link, log: (text: string) => void): Promise<void> {
  const { stdout } = await run(link, ['dumpsys', 'window', 'policy'])
  const keyguard =
    /KeyguardServiceDelegate[^]*?showing=(?<isShowing>true|false)[^]*?secure=(?<isSecure>true|false)/.exec(
      stdout,
    )?.groups
  if (!keyguard)
    throw new PhoneError('commandFailed', `no keyguard in the window policy: ${stdout.trim().slice(0, 100)}`)
  if (keyguard['isShowing'] === 'false') return
  if (keyguard['isSecure'] === 'true') log('the phone is locked by a credential: its viewer has to enter it')
  else await runOrThrow(link, ['wm', 'dismiss-keyguard'])
}
